type Seeded = {
  readonly password: string
  /** By e-mail address. */
  readonly tokens: Readonly<Record<string, string>>
}

/** The sessions that nobody has been given yet, by the address of the server. */
const offered = new Map<string, Map<string, string>>()

const seeded = (): Seeded => JSON.parse(process.env.TEST_SEEDED_SESSIONS ?? '{"tokens":{}}')

/** Remembers sessions of demo data that were made before (seeded-data.ts). */
export const keepSessions = (sessions: Seeded) => {
  process.env.TEST_SEEDED_SESSIONS = JSON.stringify(sessions)
}

/** Says that the server at this address has a copy of the demo data. */
export const offerSessions = (url: string) => offered.set(url, new Map(Object.entries(seeded().tokens)))

/** Another server may have the address from now on. */
export const withdrawSessions = (url: string) => offered.delete(url)

/**
 * A session that came with the demo data: to sign in takes the server a tenth of a second, since passwords are hashed.
 * @returns its token, once: to sign in again means another device
 */
export const takeSession = (url: string, email: string, password: string) => {
  const sessions = offered.get(url)
  const token = password === seeded().password ? sessions?.get(email) : undefined
  if (token) sessions?.delete(email)
  return token
}
