import { asObject } from '~/model/objects'
import type { UploadTarget } from '~/src/api/contract/upload-target'
import type { Unfinished } from '~/src/api/uploader'
import { heldUploads } from './held-uploads'

/** The prefix of the storage keys of uploads that tus-js-client can resume. */
const PREFIX = 'tus::'

type Kept = { readonly key: string; readonly url: string; readonly name: string; readonly at: number }

const read = (key: string): Kept[] => {
  try {
    const { uploadUrl, metadata, creationTime } = asObject(JSON.parse(localStorage.getItem(key) ?? '{}'))
    const { filename } = asObject(metadata)
    if (typeof uploadUrl !== 'string' || typeof filename !== 'string') return []
    return [{ key, url: uploadUrl, name: filename, at: Date.parse(String(creationTime)) || 0 }]
  } catch {
    return []
  }
}

const kept = () =>
  Object.keys(localStorage)
    .filter(key => key.startsWith(PREFIX))
    .flatMap(read)

/** Is there anything to ask the server about? */
export const mayHaveUnfinished = () => kept().some(({ url }) => !heldUploads.has(url))

/** Removes what this browser knows of an upload. */
export const forgetUpload = (url: string) => {
  for (const each of kept()) if (each.url === url) localStorage.removeItem(each.key)
}

const absolute = (url: string) => new URL(url, location.href).href

/** Is this the type of a refusal by the server? An answer to HEAD has no body that would say so; pages of proxies are HTML. */
export const isOfServer = (contentType: string | null | undefined) => !contentType?.includes('html')

/** What the server says of a kept upload. One that is gone, claimed or of another user is forgotten. */
const examine = async ({ key, url, name }: Kept, headers: Readonly<Record<string, string>>) => {
  const answer = await fetch(url, { method: 'HEAD', headers: { ...headers, 'Tus-Resumable': '1.0.0' } })
  if ([404, 409, 410].includes(answer.status) && isOfServer(answer.headers.get('Content-Type')))
    localStorage.removeItem(key)
  if (!answer.ok) return []
  const [sent, total] = ['Upload-Offset', 'Upload-Length'].map(each => Number(answer.headers.get(each)))
  return sent && total ? [{ address: url, name, sent, total }] : []
}

/**
 * The uploads of this user at this server that go on when their files are chosen again, the latest first. The server
 * is asked: what it no longer has, what a record has claimed and what belongs to another user is not offered.
 */
export const unfinishedUploads = async (target: UploadTarget): Promise<readonly Unfinished[]> => {
  const { endpoint, headers } = await target()
  const here = `${absolute(endpoint)}/`
  const asked = kept()
    .filter(({ url }) => absolute(url).startsWith(here) && !heldUploads.has(url))
    .sort((one, other) => other.at - one.at)
  const found = await Promise.all(asked.map(each => examine(each, headers).catch(() => [])))
  return found.flat()
}
