import { createHmac, timingSafeEqual } from 'node:crypto'

/** Seconds a link works (specification §9). */
export const LINK_SECONDS = 86_400
/** Thumbnails' links made in the same span are the same text, so that a browser's cache serves them again. */
const SPAN = 3600

/**
 * Signs links to one file each. The secret never leaves the server.
 * @param origin of this server, for a panel that another host serves; absent: links are paths
 */
export const createLinkSigner = (secret: string, origin = '') => {
  const sign = (id: string, until: number) =>
    createHmac('sha256', secret).update(`${id}.${until}`).digest('base64url')
  const address = (id: string, name: string, until: number) =>
    `${origin}/parse/blob/${id}/${encodeURIComponent(name)}?until=${until}&signature=${sign(id, until)}`
  return {
    /** An address on this server, valid for a day from now. */
    link: (id: string, name: string, now = Date.now()) =>
      address(id, name, Math.floor(now / 1000) + LINK_SECONDS),
    /** The same for a picture that lists show again and again: valid for at least a day less an hour. */
    cacheable: (id: string, name: string, now = Date.now()) =>
      address(id, name, Math.floor(now / 1000 / SPAN) * SPAN + LINK_SECONDS),
    verify: (id: string, until: string, signature: string, now = Date.now()) => {
      const expected = Buffer.from(sign(id, Number(until)))
      const given = Buffer.from(signature)
      return (
        given.length === expected.length && timingSafeEqual(given, expected) && Number(until) * 1000 > now
      )
    },
  }
}

export type LinkSigner = ReturnType<typeof createLinkSigner>
