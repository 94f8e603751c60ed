import { asObject } from '~/model/objects'
import { localStore } from '~/src/api/browser-storage'
import type { UploadTarget } from '~/src/api/contract/upload-target'
import { onLeaving, UPLOADS, uploadsOf, userOfPage } from '~/src/api/session'
import type { Unfinished } from '~/src/api/uploader'
import { heldUploads } from './held-uploads'

/** Milliseconds after which the server has removed an upload: the entry of a user who never returned. */
const FORGOTTEN = 2 * 86_400_000

type Kept = { readonly key: string; readonly url: string; readonly name: string; readonly at: number }

const read = (key: string): Kept[] => {
  try {
    const { uploadUrl, metadata, creationTime } = asObject(JSON.parse(localStore.get(key) ?? '{}'))
    const { filename } = asObject(metadata)
    if (typeof uploadUrl !== 'string' || typeof filename !== 'string') return []
    return [{ key, url: uploadUrl, name: filename, at: Date.parse(String(creationTime)) || 0 }]
  } catch {
    return []
  }
}

/** Entries without an owner come from an earlier version of the panel: the server knows their owner. */
const isOwn = (key: string) => {
  const user = userOfPage()
  return !key.startsWith(`${UPLOADS}@`) || (user !== undefined && key.startsWith(uploadsOf(user)))
}

const allKept = () =>
  localStore
    .keys()
    .filter(key => key.startsWith(UPLOADS))
    .flatMap(read)

const kept = () => allKept().filter(({ key }) => isOwn(key))

/** The entries of this tab's own uploads: a sign-out in another tab removes them all from the storage. */
const ownEntries = new Map<string, string>()

/**
 * Remembers the entry of an upload of this tab, so that it outlives a sign-out in another one. @returns whether there
 * is one
 */
export const noteUpload = (url: string | null) => {
  const entries = kept().filter(each => each.url === url)
  for (const { key } of entries) ownEntries.set(key, localStore.get(key) ?? '')
  return entries.length > 0
}

onLeaving(() => {
  for (const [key, entry] of ownEntries) localStore.set(key, entry)
})

const removeForgotten = () => {
  for (const { key, at } of allKept())
    if (at > 0 && Date.now() - at > FORGOTTEN && !isOwn(key)) localStore.remove(key)
}

/** Whether there are entries to check with the server. */
export const mayHaveUnfinished = () => kept().some(({ url }) => !heldUploads.has(url))

/** Removes this browser's entry of an upload. */
export const forgetUpload = (url: string) => {
  for (const each of kept())
    if (each.url === url) {
      ownEntries.delete(each.key)
      localStore.remove(each.key)
    }
}

const absolute = (url: string) => new URL(url, location.href).href

/**
 * True if a response can be the server's, by its type: a response to HEAD has no body with a code, and pages of proxies
 * are HTML.
 */
export const isOfServer = (contentType: string | null | undefined) => !contentType?.includes('html')

/** Requests the offset of a stored upload. The entry of one that is gone, claimed or of another user is removed. */
const examine = async ({ key, url, name }: Kept, headers: Readonly<Record<string, string>>) => {
  const answer = await fetch(url, { method: 'HEAD', headers: { ...headers, 'Tus-Resumable': '1.0.0' } })
  if ([404, 409, 410].includes(answer.status) && isOfServer(answer.headers.get('Content-Type')))
    localStore.remove(key)
  if (!answer.ok) return []
  const [sent, total] = ['Upload-Offset', 'Upload-Length'].map(each => Number(answer.headers.get(each)))
  return sent && total ? [{ address: url, name, sent, total }] : []
}

/**
 * The uploads of this user at this server that resume when their files are selected again, the latest first. Each is
 * checked with the server, which excludes those that are gone, claimed by a record or of another user.
 */
export const unfinishedUploads = async (target: UploadTarget): Promise<readonly Unfinished[]> => {
  removeForgotten()
  const { endpoint, headers } = await target()
  const here = `${absolute(endpoint)}/`
  const asked = kept()
    .filter(({ url }) => absolute(url).startsWith(here) && !heldUploads.has(url))
    .sort((one, other) => other.at - one.at)
  const found = await Promise.all(asked.map(each => examine(each, headers).catch(() => [])))
  return found.flat()
}
