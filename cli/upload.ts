import { asObject } from '~/model/objects'
import { speedMeter } from '~/model/video/speed-meter'
import { ApiFailure } from './failures'
import { madeUnnoted, makeOnce } from './make-once'
import { type Recognition, recognitionOf, type Upload } from './recognize'
import type { Recording } from './recordings'
import { sendFile } from './send-file'

/** The usual settings of the form for camera files. */
const cameraDefaults = { resolution: '3840x1920', bitrate: 100, deleteInsv: true }

/** What decides which 360° video it is: whose, and of which files. */
const keyOf = ({ company }: Upload, { key }: Recording) => `${company} ${key}`

/** A record has a file that was sent. */
const isTaken = ({ body }: ApiFailure) => {
  const { file, insv1, insv2 } = asObject(asObject(body).fields)
  return [file, insv1, insv2].includes('unknown_record')
}

/** The server has forgotten what was sent, or a record has taken it. */
const isLost = (error: unknown) =>
  error instanceof ApiFailure &&
  (isTaken(error) || ['file_missing', 'file_attached', 'not_found'].includes(error.code ?? ''))

const send = async ({ api, report, journal }: Upload, key: string, { name, parts }: Recording) => {
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

const makeVideo = async (upload: Upload, recording: Recording, { look }: Recognition) => {
  const { name } = recording
  const key = keyOf(upload, recording)
  const files = await send(upload, key, recording)
  const isCamera = 'insv1' in files
  const form = { name, company: { ref: upload.company }, ...(isCamera && cameraDefaults), ...files }
  const list = isCamera ? 'videos360/job' : 'videos360'
  const ask = async () => `videos/${await upload.api.create(list, form)}`
  return makeOnce(upload, { key, name, look, ask })
}

/** Sends files again that the server no longer has, or that belong to a record which is not the one to make. */
const sendAndMake = async (upload: Upload, recording: Recording, recognition: Recognition) => {
  for (let attempt = 0; ; attempt += 1) {
    try {
      return await makeVideo(upload, recording, recognition)
    } catch (error) {
      if (!isLost(error) || attempt === 2) throw error
      const found = await recognition.find()
      if (found) return found
      upload.journal.note(keyOf(upload, recording), { begun: {}, sent: {} })
    }
  }
}

/** The 360° video that an earlier run made, if it is still there. */
const videoBefore = async ({ api, journal }: Upload, key: string) => {
  const { made } = journal.of(key)
  if (!made || (await api.find(made))) return made
  journal.forget(key)
  return undefined
}

/**
 * Uploads a recording and makes a 360° video of it; nothing that the server has already is sent.
 * @returns the 360° video, `videos/<uid>`
 */
export const uploadRecording = async (upload: Upload, recording: Recording): Promise<string> => {
  const { report, journal } = upload
  const { name, parts } = recording
  const [first] = parts
  if (!first) return ''
  const key = keyOf(upload, recording)
  const known = await videoBefore(upload, key)
  if (known) {
    report.line('there', { name, video: known })
    return known
  }
  report.progress('checking', { name })
  const recognition = await recognitionOf(upload, recording, first)
  const there = (await recognition.find()) ?? (await madeUnnoted(upload, { key, name, ...recognition }))
  const video = there ?? (await sendAndMake(upload, recording, recognition))
  journal.note(key, { made: video, asked: undefined })
  report.line(there ? 'there' : 'uploaded', { name, video })
  return video
}
