import { randomUUID } from 'node:crypto'
import type { Readable } from 'node:stream'
import { request } from 'undici'

const metadata = (entries: Readonly<Record<string, string>>) =>
  Object.entries(entries)
    .map(([name, value]) => `${name} ${Buffer.from(value).toString('base64')}`)
    .join(',')

/** Sends a body with back-pressure, to the tus server or to the bare one. */
export const sendBody = async (url: string, body: Readable, headers: Readonly<Record<string, string>>) => {
  const answer = await request(url, { method: 'PATCH', body, headers, headersTimeout: 0, bodyTimeout: 0 })
  const text = await answer.body.text()
  if (answer.statusCode >= 300) throw new Error(`PATCH ${url} answered ${answer.statusCode}: ${text}`)
}

/** A minimal client of the tus protocol (1.0.0). */
export const tusClient = (server: string, token: string) => {
  const headers = { 'tus-resumable': '1.0.0', authorization: `Bearer ${token}`, 'x-client-id': randomUUID() }
  const create = async (size: number) => {
    const names = metadata({ filename: 'bench.mp4', filetype: 'video/mp4' })
    const answer = await request(`${server}/parse/files`, {
      method: 'POST',
      headers: { ...headers, 'upload-length': String(size), 'upload-metadata': names },
    })
    const text = await answer.body.text()
    const { location } = answer.headers
    if (answer.statusCode !== 201 || typeof location !== 'string')
      throw new Error(`The upload was not created: ${answer.statusCode} ${text}`)
    return new URL(location, server).href
  }
  const send = (url: string, offset: number, body: Readable) =>
    sendBody(url, body, {
      ...headers,
      'upload-offset': String(offset),
      'content-type': 'application/offset+octet-stream',
    })
  const storedBytes = async (url: string) => {
    const answer = await request(url, { method: 'HEAD', headers })
    await answer.body.dump()
    return Number(answer.headers['upload-offset'])
  }
  const descriptor = async (url: string): Promise<unknown> =>
    (await request(url, { method: 'GET', headers })).body.json()
  return { create, send, storedBytes, descriptor }
}

export type TusClient = ReturnType<typeof tusClient>
