import type { Api } from '~/tests/support/server/api'
import type { MediaFile } from '~/tests/support/video/media-files'

type Descriptor = {
  ref: string
  contentType: string
  size: number
  label: string
  md5Hash: string
  bucket: string
  tempPath: string
}

const base64 = (text: string) => Buffer.from(text).toString('base64')
const tus = { 'Tus-Resumable': '1.0.0' }

/** Creates an upload. @returns the response and the path under /parse */
export const announce = async (api: Api, file: MediaFile, more: Record<string, string> = {}) => {
  const metadata = { filename: file.name, filetype: file.contentType, ...more }
  const answer = await api.call('POST', 'files', {
    headers: {
      ...tus,
      'Upload-Length': String(file.bytes.length),
      'Upload-Metadata': Object.entries(metadata)
        .map(([key, value]) => `${key} ${base64(value)}`)
        .join(','),
    },
  })
  return { answer, path: answer.headers.get('location')?.replace('/parse/', '') ?? '' }
}

/** Sends bytes at an offset. */
export const sendBytes = async (url: string, api: Api, path: string, bytes: Uint8Array, offset = 0) => {
  const response = await fetch(`${url}/parse/${path}`, {
    method: 'PATCH',
    headers: {
      ...tus,
      Authorization: `Bearer ${api.token}`,
      'Upload-Offset': String(offset),
      'Content-Type': 'application/offset+octet-stream',
    },
    body: Buffer.from(bytes),
  })
  const text = await response.text()
  return {
    status: response.status,
    headers: response.headers,
    body: text.startsWith('{') ? JSON.parse(text) : text,
  }
}

/**
 * Sends some bytes of an upload and then stalls, like a lost connection. @returns a function that closes it
 */
export const sendStalled = (url: string, api: Api, path: string, bytes: Uint8Array) => {
  const leaving = new AbortController()
  const request = {
    method: 'PATCH',
    headers: {
      ...tus,
      Authorization: `Bearer ${api.token}`,
      'Upload-Offset': '0',
      'Content-Type': 'application/offset+octet-stream',
    },
    body: new ReadableStream({ start: controller => controller.enqueue(bytes) }),
    duplex: 'half',
    signal: leaving.signal,
  }
  const ended = fetch(`${url}/parse/${path}`, request as RequestInit).catch(() => undefined)
  return { ended, leave: () => leaving.abort() }
}

export const offsetOf = async (api: Api, path: string) => {
  const { headers, status } = await api.call('HEAD', path, { headers: tus })
  return { status, offset: Number(headers.get('upload-offset')) }
}

/** Uploads a complete file, as the panel does. */
export const upload = async (url: string, api: Api, file: MediaFile) => {
  const { path } = await announce(api, file)
  const sent = await sendBytes(url, api, path, file.bytes)
  if (sent.status !== 204) throw new Error(`upload refused: ${sent.status} ${JSON.stringify(sent.body)}`)
  return (await api.get<Descriptor>(path)).body
}

/** The body that creates a media from an upload. */
export const mediaOf = (descriptor: Descriptor, more: object = {}) => ({
  name: descriptor.label,
  file: descriptor,
  contentType: descriptor.contentType,
  checksum: `b64-${descriptor.md5Hash}`,
  ...more,
})
