import { createHmac, timingSafeEqual } from 'node:crypto'
import { databaseTime } from '~/server/platform/database/clock'
import type { Key, Keys } from './secret-keys'

/** Lifetime of a link in seconds (specification §9). */
export const LINK_SECONDS = 86_400
/**
 * Thumbnail links created in the same span (seconds) are identical, so that the browser cache can serve them.
 */
const SPAN = 3600

/** The parameters of a requested link; `until` in seconds since 1970, as text. */
export type SignedLink = {
  readonly id: string
  readonly name: string
  /** Content disposition of the file; empty: inline, if its type may be displayed. */
  readonly as: string
  readonly until: string
  readonly key: string
  readonly signature: string
}

/** `inline`: shown, if its type may be shown; `attachment`: saved under its name. */
export type Disposition = 'inline' | 'attachment'

/**
 * A name may contain any character except NUL, which therefore is the separator. Links to shown files are signed
 * as servers without downloads did, so that servers of both versions accept each other's.
 */
const sign = ({ secret }: Key, id: string, name: string, until: number, as: string) =>
  createHmac('sha256', secret)
    .update(`${until}.${id}\0${name}${as && `\0${as}`}`)
    .digest('base64url')

/**
 * Signs links, each to one file under one name. The keys never leave the server.
 * @param base the address of the API, which ends in a path for a panel of this server
 */
export const createLinkSigner = (keys: Keys, base = '/parse') => {
  const [current] = keys
  const address = (id: string, name: string, until: number, as: Disposition) => {
    const shown = as === 'inline'
    const query = new URLSearchParams({
      ...(shown ? {} : { as }),
      until: String(until),
      key: current.id,
      signature: sign(current, id, name, until, shown ? '' : as),
    })
    return `${base}/blob/${id}/${encodeURIComponent(name)}?${query}`
  }
  return {
    /** A URL on this server, valid for a day from now. */
    link: (id: string, name: string, as: Disposition, now = databaseTime().getTime()) =>
      address(id, name, Math.floor(now / 1000) + LINK_SECONDS, as),
    /** A cacheable link for images that lists show repeatedly: valid for at least a day less an hour. */
    cacheable: (id: string, name: string, now = databaseTime().getTime()) =>
      address(id, name, Math.floor(now / 1000 / SPAN) * SPAN + LINK_SECONDS, 'inline'),
    /** A link to a file that is shown, for some seconds only. */
    brief: (id: string, name: string, seconds: number, now = databaseTime().getTime()) =>
      address(id, name, Math.floor(now / 1000) + seconds, 'inline'),
    verify: ({ id, name, as, until, key, signature }: SignedLink, now = databaseTime().getTime()) => {
      const found = keys.find(each => each.id === key)
      if (!found || Number(until) * 1000 <= now) return false
      const expected = Buffer.from(sign(found, id, name, Number(until), as))
      const given = Buffer.from(signature)
      return given.length === expected.length && timingSafeEqual(given, expected)
    },
  }
}

export type LinkSigner = ReturnType<typeof createLinkSigner>
