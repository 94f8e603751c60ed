import { asObject } from '../objects'
import { type DepthReport, gradeOf, readReport } from './depth-report'
import { shapeProblem } from './picture-shape'

/** Measurements of a 360° video at a few places: `light`, the mean brightness, 0 to 1; `dark`, the share of dark frames. */
export type Survey = DepthReport & { readonly light: number; readonly dark: number }

export type CheckState = 'good' | 'weak' | 'bad' | 'unknown'

/** A check and its text key; `text` distinguishes cases of one state. */
export type Check = { readonly name: CheckName; readonly state: CheckState; readonly text: string }

const checkNames = ['ratio', 'resolution', 'light', 'motion'] as const
export type CheckName = (typeof checkNames)[number]

type Facts = Readonly<Record<string, unknown>>

/** Minimum widths in pixels: sharp in a headset, and at least watchable. */
const widths = { sharp: 3840, watchable: 1920 }
/** Mean brightness below which a frame is dark, and shares of dark frames. */
export const darkBelow = 0.16
const darkShares = { weak: 0.25, bad: 0.6 }

const isShare = (value: unknown): value is number => typeof value === 'number' && value >= 0 && value <= 1

/** Reads a survey that another program wrote; undefined if it is none. */
export const readSurvey = (value: unknown): Survey | undefined => {
  const report = readReport(value)
  const { light, dark } = asObject(value)
  return report && isShare(light) && isShare(dark) ? { ...report, light, dark } : undefined
}

const check = (name: CheckName, state: CheckState, text: string = state): Check => ({ name, state, text })

/** The text of a shape that is no whole sphere is that of the refusal of a 3D video. */
const ratio = (video: Facts): Check => {
  if (!video.width || !video.height) return check('ratio', 'unknown')
  const problem = shapeProblem(video)
  const named = problem === 'not_360' ? undefined : problem
  return check('ratio', problem ? 'bad' : 'good', named)
}

const resolution = ({ width }: Facts): CheckState => {
  if (!width) return 'unknown'
  if (Number(width) >= widths.sharp) return 'good'
  return Number(width) >= widths.watchable ? 'weak' : 'bad'
}

const light = (survey: Survey | undefined): CheckState => {
  if (!survey) return 'unknown'
  if (survey.dark >= darkShares.bad) return 'bad'
  return survey.dark >= darkShares.weak ? 'weak' : 'good'
}

const byGrade = { good: 'good', fair: 'weak', poor: 'bad' } as const

const motion = (survey: Survey | undefined): CheckState => (survey ? byGrade[gradeOf(survey)] : 'unknown')

/** Checks of a 360° video's suitability for a 3D video, most important first. */
export const checksOf = (video: Facts): readonly Check[] => {
  const survey = readSurvey(video.preflight)
  const moves = motion(survey)
  const cause = moves === 'weak' || moves === 'bad' ? (survey?.cause ?? 'unclear') : moves
  return [
    ratio(video),
    check('resolution', resolution(video)),
    check('light', light(survey)),
    check('motion', moves, cause),
  ]
}
