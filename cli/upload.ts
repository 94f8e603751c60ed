import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { pipeline } from 'node:stream/promises'
import { setTimeout as sleep } from 'node:timers/promises'
import { asObject, textIn } from '~/model/objects'
import { speedMeter } from '~/model/video/speed-meter'
import type { Api } from './api'
import { ApiFailure } from './failures'
import type { Journal } from './journal'
import type { Recording } from './recordings'
import type { Report } from './report'
import { sendFile } from './send-file'

export type Upload = {
  readonly api: Api
  readonly report: Report
  readonly journal: Journal
  /** `companies/<uid>`. */
  readonly company: string
}

/** The usual settings of the form for camera files. */
const cameraDefaults = { resolution: '3840x1920', bitrate: 100, deleteInsv: true }

/** The server has forgotten what was sent, or a record has taken it. */
const isLost = (error: unknown) =>
  error instanceof ApiFailure && ['file_missing', 'file_attached', 'not_found'].includes(error.code ?? '')

const checksumOf = async (path: string) => {
  const hash = createHash('md5')
  await pipeline(createReadStream(path), hash)
  return hash.digest('base64')
}

/** The 360° video that has this file already; `videos/<uid>`. */
const findVideo = async ({ api, company }: Upload, field: string, md5: string) => {
  const q = encodeURIComponent(JSON.stringify({ [`${field}.md5Hash`]: md5, company }))
  const { results } = asObject(await api.get(`videos360?batch=1&q=${q}`))
  const uid = textIn(Array.isArray(results) ? results[0] : undefined, 'uid')
  return uid && `videos/${uid}`
}

const send = async ({ api, report, journal }: Upload, { key, name, parts }: Recording) => {
  const files: Record<string, unknown> = {}
  for (const { field, path } of parts) {
    const speedAt = speedMeter()
    const entry = journal.of(key)
    const id =
      entry.sent[field] ??
      (await sendFile(api.connection, path, {
        begun: entry.begun[field],
        onBegun: async upload => journal.note(key, { begun: { ...journal.of(key).begun, [field]: upload } }),
        onWaiting: () => report.progress('waiting', { name }),
        onProgress: (sent, total) => {
          const speed = speedAt(sent)
          const left = report.left(speed ? (total - sent) / speed : 0)
          const [percent, size] = [report.percent(total ? sent / total : 1), report.size(total)]
          report.progress('sending', { name, percent, size, speed: report.size(speed), left })
        },
      }))
    journal.note(key, { sent: { ...journal.of(key).sent, [field]: id } })
    files[field] = await api.get(`files/${id}`)
  }
  return files
}

const makeVideo = async (upload: Upload, recording: Recording) => {
  const files = await send(upload, recording)
  const isCamera = 'insv1' in files
  const made = await upload.api.post(isCamera ? 'videos360/job' : 'videos360', {
    name: recording.name,
    company: { ref: upload.company },
    ...(isCamera && cameraDefaults),
    ...files,
  })
  return `videos/${textIn(made, 'uid')}`
}

/** Makes the record; where a lost answer or an earlier run leaves open whether it is there, looks for it first. */
const makeOnce = async (upload: Upload, recording: Recording, find: () => Promise<string | undefined>) => {
  for (let attempt = 0; ; attempt += 1) {
    try {
      return await makeVideo(upload, recording)
    } catch (error) {
      const unsure = !(error instanceof ApiFailure) || isLost(error)
      if (!unsure || attempt === 2) throw error
      upload.report.progress('waiting', { name: recording.name })
      await sleep(1000 * attempt)
      const found = await find()
      if (found) return found
      if (isLost(error)) upload.journal.note(recording.key, { begun: {}, sent: {} })
    }
  }
}

/** The 360° video that an earlier run made, if it is still there. */
const videoBefore = async ({ api, journal }: Upload, key: string) => {
  const { video } = journal.of(key)
  if (!video || (await api.find(video))) return video
  journal.forget(key)
  return undefined
}

/**
 * Uploads a recording and makes a 360° video of it; nothing that the server has already is sent.
 * @returns the 360° video, `videos/<uid>`
 */
export const uploadRecording = async (upload: Upload, recording: Recording): Promise<string> => {
  const { report, journal } = upload
  const { key, name, parts } = recording
  const [first] = parts
  if (!first) return ''
  const known = await videoBefore(upload, key)
  if (known) {
    report.line('there', { name, video: known })
    return known
  }
  report.progress('checking', { name })
  const md5 = await checksumOf(first.path)
  const find = () => findVideo(upload, first.field, md5)
  const there = await find()
  const video = there ?? (await makeOnce(upload, recording, find))
  journal.note(key, { video })
  report.line(there ? 'there' : 'uploaded', { name, video })
  return video
}
