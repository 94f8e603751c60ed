import { createHmac, timingSafeEqual } from 'node:crypto'

/** Seconds a link works (specification §9). */
export const LINK_SECONDS = 86_400
/** Links made in the same span are the same text, so that a browser's cache serves a thumbnail again. */
const SPAN = 3600

/** Signs links to one file each. The secret never leaves the server. */
export const createLinkSigner = (secret: string) => {
  const sign = (id: string, until: number) =>
    createHmac('sha256', secret).update(`${id}.${until}`).digest('base64url')
  return {
    /** A path on this server, valid for a day and at most an hour more. */
    link: (id: string, name: string, now = Date.now()) => {
      const until = Math.ceil(now / 1000 / SPAN) * SPAN + LINK_SECONDS
      return `/parse/blob/${id}/${encodeURIComponent(name)}?until=${until}&signature=${sign(id, until)}`
    },
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
