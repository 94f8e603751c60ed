import { createHash } from 'node:crypto'
import { createReadStream, readdirSync, statSync } from 'node:fs'
import { stat } from 'node:fs/promises'
import { basename, join, relative, sep } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { DetailedError, type HttpRequest, type HttpResponse, Upload } from 'tus-js-client'
import { isPlainFile, nameOfFile } from '~/model/content-types'
import { asObject, textIn } from '~/model/objects'
import { LARGEST_PART, smallerPart } from '~/model/upload-parts'
import { nameOfRecording, pairFiles } from '~/model/video/insv-pair'
import { speedMeter } from '~/model/video/speed-meter'
import { apiAddress, authorization, type Connection } from './api'
import { madeBefore, makeOnce, type Work } from './make-once'
import { ApiFailure, UsageError } from './report'

/** A file of a recording, and the field of the record that takes it. */
type Part = {
  readonly field: 'file' | 'insv1' | 'insv2'
  readonly path: string
  readonly size: number
}

/** Source of a 360° video: a video file, or one or two camera files. `key` changes with the files. */
type Recording = { readonly key: string; readonly name: string; readonly parts: readonly Part[] }

type Found = { readonly path: string; readonly name: string; readonly size: number; readonly changed: number }

const isFilm = (name: string) => /\.mp4$/i.test(name)

/** Whether a system hides the file: its own copies, and files that were deleted from a card. */
const isHidden = (path: string) => path.split(sep).some(name => /^\.|^\$RECYCLE\.BIN$/i.test(name))

const filesIn = (folder: string): Found[] =>
  readdirSync(folder, { withFileTypes: true, recursive: true })
    .filter(each => each.isFile() && (isFilm(each.name) || isPlainFile(each.name)))
    .filter(each => !isHidden(relative(folder, join(each.parentPath, each.name))))
    .map(each => {
      const path = join(each.parentPath, each.name)
      const { size, mtimeMs } = statSync(path)
      return { path, name: basename(path), size, changed: mtimeMs }
    })
    .sort((one, other) => one.path.localeCompare(other.path, 'en'))

const recordingOf = (folder: string, files: readonly Found[]): Recording => {
  const [front] = files
  const isCamera = isPlainFile(front?.name ?? '')
  const fields = isCamera ? (['insv1', 'insv2'] as const) : (['file'] as const)
  return {
    key: files
      .map(each => [relative(folder, each.path), each.size, Math.round(each.changed)].join(':'))
      .join('|'),
    name: (isCamera ? nameOfRecording : nameOfFile)(front?.name ?? ''),
    parts: files.flatMap(({ path, size }, index) => {
      const field = fields[index]
      return field ? [{ field, path, size }] : []
    }),
  }
}

/**
 * The recordings in a folder and the folders in it: each .mp4, and .insv files by pairs.
 * @throws UsageError if it is no folder, or holds none
 */
export const recordingsIn = (folder: string): readonly Recording[] => {
  if (!statSync(folder, { throwIfNoEntry: false })?.isDirectory())
    throw new UsageError('noFolder', { folder })
  const files = filesIn(folder)
  if (!files.length) throw new UsageError('emptyFolder', { folder })
  const cameras = files.filter(({ name }) => isPlainFile(name))
  const films = files.filter(({ name }) => !isPlainFile(name)).map(film => [film])
  return [...films, ...pairFiles(cameras)].map(each => recordingOf(folder, each))
}

/** `company`: `companies/<uid>`, to which the 360° videos go. */
type UploadSearch = Work & { readonly company: string }

const checksumOf = async (path: string) => {
  const hash = createHash('md5')
  await pipeline(createReadStream(path), hash)
  return hash.digest('base64')
}

/** The path of a video's field that has the checksum of a file; camera files are removed once they are stitched. */
const checksums: Readonly<Record<string, string>> = { file: 'file.md5Hash', insv1: 'cameraChecksum' }

/** Finds the address of the company's 360° video by the content of its file, regardless of its uploader. */
const searchByContent = async ({ api, company }: UploadSearch, { field, path }: Part) => {
  const md5 = await checksumOf(path)
  return async () => {
    const [video] = await api.list('videos360', { [checksums[field] ?? '']: md5, company })
    return video === undefined ? undefined : `videos/${textIn(video, 'uid')}`
  }
}

/** Bytes a request: fewer once a proxy has refused larger ones. */
let partSize = LARGEST_PART
/** Milliseconds between attempts; the last is repeated until the server is back. */
const delays = [1000, 2000, 5000, 10_000, ...Array<number>(1000).fill(30_000)]

export type Sending = {
  /** The id of the upload that an earlier run began. */
  readonly begun: string | undefined
  readonly onBegun: (id: string) => Promise<void>
  readonly onProgress: (sent: number, total: number) => void
  readonly onWaiting: () => void
}

const refusal = (error: Error) => {
  const answer = error instanceof DetailedError ? error.originalResponse : null
  if (!answer) return error
  const body = answer.getBody() ?? ''
  try {
    return new ApiFailure(answer.getStatus(), JSON.parse(body))
  } catch {
    return new ApiFailure(answer.getStatus(), body)
  }
}

/** An attempt that was not answered, or refused. */
type Attempt = {
  readonly originalRequest?: Pick<HttpRequest, 'getMethod'> | null
  readonly originalResponse?: Pick<HttpResponse, 'getStatus'> | null
}

/** 409 to a part means another offset, 423 a lock not released yet: both pass. */
export const mayPass = (error: Attempt) => {
  const status = error.originalResponse?.getStatus() ?? 0
  const isPart = error.originalRequest?.getMethod() !== 'POST'
  return [0, 408, 429].includes(status) || status >= 500 || (isPart && [409, 423].includes(status))
}

/** Takes smaller parts where a proxy refused this one as too large. @returns whether that is worth another attempt */
const shrinkParts = (upload: Upload, error: DetailedError) => {
  const method = error.originalRequest?.getMethod() ?? ''
  const [status, body] = [error.originalResponse?.getStatus() ?? 0, error.originalResponse?.getBody() ?? '']
  const smaller = smallerPart(upload.options.chunkSize ?? partSize, { method, status, body })
  if (smaller === undefined) return false
  partSize = Math.min(partSize, smaller)
  upload.options.chunkSize = smaller
  return true
}

/** Only the id is recorded and used, so that a foreign journal cannot send the token to another address. */
export const idIn = (address: string | null) => new URL(address ?? '').pathname.split('/').pop() ?? ''

/**
 * Sends a file by tus, from where an earlier run stopped, and waits while the server is away.
 * @returns the id of the upload
 * @throws ApiFailure if it is refused
 */
export const sendFile = async (connection: Connection, path: string, sending: Sending): Promise<string> => {
  const { size } = await stat(path)
  return new Promise<string>((resolve, reject) => {
    const upload = new Upload(createReadStream(path), {
      endpoint: apiAddress(connection, 'files'),
      uploadUrl: sending.begun ? apiAddress(connection, `files/${encodeURIComponent(sending.begun)}`) : null,
      headers: authorization(connection),
      uploadSize: size,
      chunkSize: partSize,
      retryDelays: delays,
      metadata: { filename: basename(path), filetype: 'application/octet-stream' },
      onShouldRetry: error => {
        if (shrinkParts(upload, error)) return true
        const passes = mayPass(error)
        if (passes) sending.onWaiting()
        return passes
      },
      onUploadUrlAvailable: () => void sending.onBegun(idIn(upload.url)).catch(reject),
      onProgress: sent => sending.onProgress(sent, size),
      onError: error => reject(refusal(error)),
      onSuccess: () => resolve(idIn(upload.url)),
    })
    upload.start()
  })
}

/** The usual settings of the form for camera files. */
const cameraDefaults = { resolution: '3840x1920', bitrate: 100, deleteInsv: true }

/** Key of a 360° video: its company and its files. */
const keyOf = ({ company }: UploadSearch, { key }: Recording) => `${company} ${key}`

/** A record has a file that was sent. */
const isTaken = ({ body }: ApiFailure) => {
  const { file, insv1, insv2 } = asObject(asObject(body).fields)
  return [file, insv1, insv2].includes('unknown_record')
}

/** Whether the server has removed the upload, or a record has claimed it. */
export const isLost = (error: unknown) =>
  error instanceof ApiFailure &&
  (isTaken(error) || ['file_missing', 'file_attached', 'not_found'].includes(error.code ?? ''))

const send = async ({ api, report, journal }: UploadSearch, key: string, { name, parts }: Recording) => {
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

const makeVideo = async (upload: UploadSearch, recording: Recording) => {
  const { name } = recording
  const key = keyOf(upload, recording)
  const files = await send(upload, key, recording)
  const isCamera = 'insv1' in files
  const form = { name, company: { ref: upload.company }, ...(isCamera && cameraDefaults), ...files }
  return makeOnce(upload, key, { list: isCamera ? 'videos360/job' : 'videos360', form, under: 'videos' })
}

type Search = Awaited<ReturnType<typeof searchByContent>>

/** Sends files again that the server no longer has, or that belong to a record which is not the one to make. */
const sendAndMake = async (upload: UploadSearch, recording: Recording, find: Search) => {
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
export const uploadRecording = async (upload: UploadSearch, recording: Recording): Promise<string> => {
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
