type Seeded = {
  readonly password: string
  /** By e-mail address. */
  readonly tokens: Readonly<Record<string, string>>
}

/** Sessions that are not in use yet, by the URL of the server. */
const offered = new Map<string, Map<string, string>>()

const seeded = (): Seeded => JSON.parse(process.env.TEST_SEEDED_SESSIONS ?? '{"tokens":{}}')

/** Stores the sessions of the seeded demo data (seeded-data.ts). */
export const keepSessions = (sessions: Seeded) => {
  process.env.TEST_SEEDED_SESSIONS = JSON.stringify(sessions)
}

/** Registers the server at this URL, which has a copy of the demo data. */
export const offerSessions = (url: string) => offered.set(url, new Map(Object.entries(seeded().tokens)))

/** Unregisters a server, since another one may reuse its URL. */
export const withdrawSessions = (url: string) => offered.delete(url)

/**
 * Takes a session of the demo data: signing in costs the server a tenth of a second, since passwords are hashed.
 * @returns the token, once per account: signing in again means another device
 */
export const takeSession = (url: string, email: string, password: string) => {
  const sessions = offered.get(url)
  const token = password === seeded().password ? sessions?.get(email) : undefined
  if (token) sessions?.delete(email)
  return token
}
