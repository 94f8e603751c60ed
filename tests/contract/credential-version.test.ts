import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { credentialVersionOf, requireCredentialVersion } from '~/server/features/auth/own-account'
import { createSessions } from '~/server/features/sessions/sessions'
import { requireOpenSession } from '~/server/records/transaction'
import { migratedDatabase } from '../support/database/server-database'

const limits = { SESSION_HOURS: 720, SESSION_IDLE_HOURS: 168 }
const client = { agent: undefined, address: '127.0.0.1' }

let opened: Awaited<ReturnType<typeof migratedDatabase>>
beforeAll(async () => {
  opened = await migratedDatabase()
  await opened.database.run(
    sql`insert into users (uid, email, status, lang) values ('ada', 'ada@b.example', 'active', 'en')`,
  )
  await opened.database.run(
    sql`insert into auth_user (id, name, email) values ('ada', 'Ada', 'ada@b.example')`,
  )
})
afterAll(() => opened.close())

const sessionIds = async () =>
  (await opened.database.query<{ id: string }>(sql`select id from auth_session`)).map(({ id }) => id)

it('starts a session only if the credentials have not changed since their verification', async () => {
  const { database } = opened
  const sessions = createSessions(database, limits)
  expect(await sessions.start('ada', '0', client)).toMatch(/^r:/)
  await database.transaction(tx => sessions.endAll(tx, 'ada'))
  expect(await sessions.start('ada', '0', client)).toBeUndefined()
  expect(await sessionIds()).toEqual([])
  expect(await sessions.start('ada', '1', client)).toMatch(/^r:/)
})

it('refuses a change if the credentials have changed since their verification', async () => {
  const { database } = opened
  await expect(requireCredentialVersion(database, 'ada', '1')).resolves.toBeUndefined()
  await expect(requireCredentialVersion(database, 'ada', '0')).rejects.toMatchObject({
    code: 'session_expired',
  })
  await database.run(sql`update users set status = 'disabled' where uid = 'ada'`)
  await expect(requireCredentialVersion(database, 'ada', '1')).rejects.toMatchObject({
    code: 'session_expired',
  })
  await database.run(sql`update users set status = 'active' where uid = 'ada'`)
})

it('refuses a change whose session or API token ended during it, unless the change ended it', async () => {
  const { database } = opened
  const [session = ''] = await sessionIds()
  await database.run(sql`insert into tokens (uid, name, user_uid, access, lifetime, secret_hash, ending, expires_at)
    values ('t1', 'CI', 'ada', 'read', 30, 'x', 'x', now() + interval '1 day')`)
  const check = (id: string, ended: readonly string[] = []) =>
    requireOpenSession({ tx: database, session: id, endedSessions: new Set(ended) })
  for (const id of [session, 'token:t1', 'firebase:ada']) await expect(check(id)).resolves.toBeUndefined()
  await database.run(sql`delete from auth_session`)
  await database.run(sql`delete from tokens`)
  for (const id of [session, 'token:t1']) {
    await expect(check(id)).rejects.toMatchObject({ code: 'session_expired' })
    await expect(check(id, [id])).resolves.toBeUndefined()
  }
})

it('ends a session after the configured hours and idle hours, also after both are reduced', async () => {
  const { database } = opened
  const hoursOf = (SESSION_HOURS: number, SESSION_IDLE_HOURS: number) => ({
    SESSION_HOURS,
    SESSION_IDLE_HOURS,
  })
  const version = await credentialVersionOf(database, 'ada')
  const token = (await createSessions(database, hoursOf(12, 1)).start('ada', version, client)) ?? ''
  const isOpen = async (hours: ReturnType<typeof hoursOf>) =>
    (await createSessions(database, hours).find(token)) !== undefined
  await database.run(sql`update users set role = 'viewer' where uid = 'ada'`)
  expect(await isOpen(hoursOf(12, 1))).toBe(true)
  await database.run(
    sql`update auth_session set "createdAt" = now() - interval '10 hours', "updatedAt" = now() - interval '2 hours'`,
  )
  expect(await isOpen(hoursOf(12, 1))).toBe(false)
  expect(await isOpen(hoursOf(9, 3))).toBe(false)
  // This comes last, since it records a use.
  expect(await isOpen(hoursOf(12, 3))).toBe(true)
})
