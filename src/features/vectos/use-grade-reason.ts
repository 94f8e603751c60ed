import { useLocaleState, useTranslate } from 'react-admin'
import type { PanelVecto } from '~/model/record-of'
import { type DepthCause, depthCauses, type Grade, grades } from '~/model/video/depth-report'
import { percent } from '~/src/ui/format'

/** The grade of a 3D video; undefined if its engine reported none. */
export const gradeOn = ({ grade }: Pick<PanelVecto, 'grade'>): Grade | undefined =>
  grades.find(each => each === grade)

/** The reason the engine could not measure depth; undefined if it could. */
export const causeOn = ({ gradeCause }: Pick<PanelVecto, 'gradeCause'>): DepthCause | undefined =>
  depthCauses.find(each => each === gradeCause)

type Graded = Pick<PanelVecto, 'grade' | 'gradeCause' | 'measured' | 'refunded'>

/** The reason for the grade of a 3D video, in the user's language: in one sentence, and with cause and consequence. */
export const useGradeReason = () => {
  const translate = useTranslate()
  const [locale] = useLocaleState()
  return (record: Graded) => {
    const cause = causeOn(record)
    const share = percent(Number(record.measured ?? 0), locale)
    const short =
      cause === 'assumed'
        ? translate('resources.vectos.quality.assumed')
        : translate('resources.vectos.quality.measured', { share })
    const why = cause && cause !== 'assumed' && translate(`resources.vectos.quality.causes.${cause}`)
    const refund = record.refunded === true && translate('resources.vectos.quality.refunded')
    return { short, whole: [short, why, refund].filter(Boolean).join(' ') }
  }
}
