import { createHmac, timingSafeEqual } from 'node:crypto'
import type { Key, Keys } from './secret-keys'

/** Seconds a link works (specification §9). */
export const LINK_SECONDS = 86_400
/** Thumbnails' links made in the same span are the same text, so that a browser's cache serves them again. */
const SPAN = 3600

/** A link as it comes back; `until` in seconds since 1970, as text. */
export type SignedLink = {
  readonly id: string
  readonly name: string
  readonly until: string
  readonly key: string
  readonly signature: string
}

/** A name may hold any character but NUL, which therefore separates it from what stands before. */
const sign = ({ secret }: Key, id: string, name: string, until: number) =>
  createHmac('sha256', secret).update(`${until}.${id}\0${name}`).digest('base64url')

/**
 * Signs links to one file each, under one name. The keys never leave the server.
 * @param origin of this server, for a panel that another host serves; absent: links are paths
 */
export const createLinkSigner = (keys: Keys, origin = '') => {
  const [current] = keys
  const address = (id: string, name: string, until: number) => {
    const query = new URLSearchParams({
      until: String(until),
      key: current.id,
      signature: sign(current, id, name, until),
    })
    return `${origin}/parse/blob/${id}/${encodeURIComponent(name)}?${query}`
  }
  return {
    /** An address on this server, valid for a day from now. */
    link: (id: string, name: string, now = Date.now()) =>
      address(id, name, Math.floor(now / 1000) + LINK_SECONDS),
    /** The same for an image that lists show again and again: valid for at least a day less an hour. */
    cacheable: (id: string, name: string, now = Date.now()) =>
      address(id, name, Math.floor(now / 1000 / SPAN) * SPAN + LINK_SECONDS),
    verify: ({ id, name, until, key, signature }: SignedLink, now = Date.now()) => {
      const found = keys.find(each => each.id === key)
      if (!found || Number(until) * 1000 <= now) return false
      const expected = Buffer.from(sign(found, id, name, Number(until)))
      const given = Buffer.from(signature)
      return given.length === expected.length && timingSafeEqual(given, expected)
    },
  }
}

export type LinkSigner = ReturnType<typeof createLinkSigner>
