import { asObject } from '~/model/objects'
import { speedMeter } from '~/model/video/speed-meter'
import { ApiFailure } from './failures'
import { madeBefore, makeOnce } from './make-once'
import type { Recording } from './recordings'
import { searchByContent, type Upload } from './search-by-content'
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
export const isLost = (error: unknown) =>
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

const makeVideo = async (upload: Upload, recording: Recording) => {
  const { name } = recording
  const key = keyOf(upload, recording)
  const files = await send(upload, key, recording)
  const isCamera = 'insv1' in files
  const form = { name, company: { ref: upload.company }, ...(isCamera && cameraDefaults), ...files }
  return makeOnce(upload, key, { list: isCamera ? 'videos360/job' : 'videos360', form, under: 'videos' })
}

type Search = Awaited<ReturnType<typeof searchByContent>>

/** Sends files again that the server no longer has, or that belong to a record which is not the one to make. */
const sendAndMake = async (upload: Upload, recording: Recording, find: Search) => {
  for (let attempt = 0; ; attempt += 1) {
    try {
      return await makeVideo(upload, recording)
    } catch (error) {
      if (!isLost(error) || attempt === 2) throw error
      const found = await find()
      if (found) return found
      upload.journal.note(keyOf(upload, recording), { begun: {}, sent: {} })
    }
  }
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
  const known = await madeBefore(upload, key)
  if (known) {
    report.line('there', { name, video: known })
    return known
  }
  report.progress('checking', { name })
  const find = await searchByContent(upload, first)
  const there = await find()
  const video = there ?? (await sendAndMake(upload, recording, find))
  journal.note(key, { made: video, asked: undefined })
  report.line(there ? 'there' : 'uploaded', { name, video })
  return video
}
