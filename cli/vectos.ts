import { setTimeout as sleep } from 'node:timers/promises'
import { asObject, textIn } from '~/model/objects'
import { begun } from '~/model/resources/videos'
import { formOfOrder, type VectoOrder } from '~/model/vecto-order'
import { isCameraHeight } from '~/model/video/depth-report'
import { failed, underWay } from '~/model/video/processing-states'
import type { Api } from './api'
import { madeBefore, makeOnce, type Work } from './make-once'
import type { Report } from './report'

/** Poll interval in milliseconds. */
const pace = 2000

const nameIn = (record: unknown) => textIn(record, 'name') ?? textIn(record, 'uid') ?? ''

const reasonIn = (report: Report, record: unknown) =>
  report.name('reason', textIn(record, 'reasonCode') ?? '') ?? textIn(record, 'reason') ?? ''

/** Waits until a 360° video is prepared. @returns undefined if it cannot be used, which is reported */
const preparedVideo = async (api: Api, report: Report, video: string) => {
  for (;;) {
    const record = asObject(await api.get(video))
    const name = nameIn(record)
    if (record.status === 'completed') return record
    if (!begun.some(status => status === record.status)) {
      report.line('unsuitable', { name, reason: reasonIn(report, record) })
      return undefined
    }
    report.progress('preparing', { name })
    await sleep(pace)
  }
}

/** Fields that identify a 3D video of a source; not the name, which can change. */
const settingsOf = (record: Readonly<Record<string, unknown>>) => {
  const { mode, offsetStart, offsetEnd, framerate, cameraHeight } = record
  // Journals from before there were heights hold none either.
  return [
    mode,
    offsetStart,
    offsetEnd,
    framerate,
    ...(isCameraHeight(cameraHeight) ? [cameraHeight] : []),
  ].join(' ')
}

const addressIn = (record: unknown) => {
  const { video, uid } = asObject(record)
  return `${textIn(video, 'ref')}/vectos/${uid}`
}

/** The 3D videos of a 360° one with these settings, the newest first. */
const alike = async (api: Api, video: string, settings: string) =>
  (await api.list('videos3d', { video }))
    .filter(record => settingsOf(asObject(record)) === settings)
    .map(addressIn)

/**
 * Requests a 3D video of a 360° video, once that is ready.
 * @param video `videos/<uid>`
 * @returns the 3D video, `videos/<uid>/vectos/<uid>`; undefined if the 360° video cannot be used
 */
export const createVecto = async (work: Work, video: string, settings: VectoOrder) => {
  const { api, report } = work
  const record = await preparedVideo(api, report, video)
  if (!record) return undefined
  const { uid, duration, framerate } = record
  const form = formOfOrder(settings, { uid: String(uid), name: record.name, duration, framerate })
  const name = nameIn(record)
  const key = `${video} ${settingsOf(form)}`
  const findAlike = () => alike(api, video, settingsOf(form))
  const before = await madeBefore(work, key, findAlike)
  if (before) return before
  const vecto = await makeOnce(work, key, { list: 'videos3d', form, under: `${video}/vectos` }, findAlike)
  report.line('asked', { name, vecto })
  return vecto
}

const showProgress = (report: Report, record: Readonly<Record<string, unknown>>) => {
  const { done, secondsLeft } = asObject(record.progress)
  const percent = report.percent(typeof done === 'number' ? done : 0)
  const code = String(record.status)
  const values = { name: nameIn(record), status: report.name('status', code) ?? code, percent }
  if (typeof secondsLeft === 'number')
    report.progress('makingLeft', { ...values, left: report.left(secondsLeft) })
  else report.progress('making', values)
}

/** Follows a 3D video to its end. @returns whether it was completed */
export const watchVecto = async (api: Api, report: Report, vecto: string): Promise<boolean> => {
  for (;;) {
    const record = asObject(await api.get(vecto))
    const name = nameIn(record)
    const grade = textIn(record, 'grade')
    if (record.status === 'completed') {
      report.line(grade ? 'madeGraded' : 'made', { name, grade: report.name('grade', grade ?? '') ?? '' })
      return true
    }
    if (failed.some(status => status === record.status)) {
      report.line('notMade', { name, reason: reasonIn(report, record) })
      return false
    }
    showProgress(report, record)
    await sleep(pace)
  }
}

/** The 3D videos that are being made, as far as the token's user sees them, at most a thousand. */
export const vectosUnderWay = async (api: Api): Promise<readonly string[]> =>
  (await api.list('videos3d', { status: underWay })).map(addressIn)
