/** Days until a public link ends, if its maker chooses no date, and at most. */
export const linkDays = { usual: 30, most: 366 } as const

/** Public links of one 3D video, ended and revoked ones included. */
export const linksPerVecto = 50

/** Websites that one public link may be embedded on. */
export const domainsPerLink = 20

/** A label of a host name (RFC 1123). */
const label = '[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?'
const hostName = new RegExp(`^(?:${label}\\.)*${label}$`)

/** Longest host name of the domain name system. */
const LONGEST = 253

/** A host name as a policy names it: in lower case, without the dot of the root. */
export const normalDomain = (text: string) => text.trim().toLowerCase().replace(/\.$/, '')

/**
 * Whether the text is a plain host name, such as `www.example.com`: no scheme, port, path, wildcard or network address, and
 * international names in their ASCII form (`xn--…`). Nothing else may reach a content security policy.
 */
export const isDomain = (text: string) =>
  text.length <= LONGEST && hostName.test(text) && !/^[\d.]+$/.test(text)

/** The value of `frame-ancestors` for a page that only these hosts may embed: none, if there are none. */
export const frameAncestors = (domains: readonly string[]) =>
  domains.length === 0 ? "'none'" : domains.join(' ')

/** The path of the page behind a public link. */
export const watchPath = (token: string) => `/watch/${token}`

const escaped = (text: string) =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;')

/** The HTML that embeds the player of a public link in a page. */
export const embedCode = (url: string, title: string) =>
  `<iframe src="${escaped(url)}" title="${escaped(title)}" width="960" height="600" style="border:0;max-width:100%" allow="autoplay; fullscreen; xr-spatial-tracking" referrerpolicy="strict-origin-when-cross-origin"></iframe>`

/** Seconds between two reports of a player. */
export const beatSeconds = 15

/** Seconds that one report adds at most: timers of hidden pages run once a minute. */
export const longestBeat = 75

/** Views and watch time of a 3D video on a UTC day, such as 2026-11-23. */
export type PlaybackDay = { readonly day: string; readonly views: number; readonly seconds: number }
