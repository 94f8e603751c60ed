import { randomBytes } from 'node:crypto'
import { sql } from 'drizzle-orm'
import { labelOf } from '~/model/access'
import { users } from '~/model/resources/users'
import { hashPassword, setPassword } from '~/server/features/auth/passwords'
import { passwordChanged, sealPassword } from '~/server/features/firebase/account-outbox'
import { panelAddress } from '~/server/platform/config/config'
import { type Database, disableTimeouts } from '~/server/platform/database/database'
import type { Services } from '~/server/records/context'
import { insertRows } from '~/server/records/rows'
import { makeCast } from './cast'
import { demoCompanies } from './companies'
import { seeded } from './files/random'
import { insertFiles } from './kept'
import { keepMaterial } from './material'
import { insertPlaybackDays } from './public-links'
import { openSessions } from './sessions'
import { insertUsageDays } from './usage-days'
import { accounts, demoUsers } from './users'
import { demoWorld } from './world'

const countSeats = (tx: Database) =>
  tx.run(sql`update companies c set
    users_total = (select count(*) from users u where u.company_uid = c.uid and u.status in ('active', 'disabled')),
    users_active = (select count(*) from users u where u.company_uid = c.uid and u.status = 'active')`)

const isEmpty = async (database: Database) => {
  const [any] = await database.query(sql`select 1 from companies limit 1`)
  return !any
}

/** Servers that start at the same time seed once. */
const seedOnce = async (tx: Database, insert: () => Promise<void>) => {
  // The others wait as long as it takes.
  await disableTimeouts(tx)
  await tx.run(sql`select pg_advisory_xact_lock(hashtext('demo'))`)
  if (!(await isEmpty(tx))) return false
  await insert()
  return true
}

type Passwords = {
  readonly hashed: string
  /** Encrypted for Firebase, if accounts are synchronised. */
  readonly sealed: string | undefined
}

const insertAll = async (
  { config, files }: Services,
  tx: Database,
  { hashed, sealed }: Passwords,
  now: Date,
) => {
  const companies = demoCompanies(now)
  const people = demoUsers(companies, seeded(1), now)
  const world = demoWorld(makeCast(companies, people, now), await keepMaterial(files), panelAddress(config))
  for (const { resource, rows } of world.tables) await insertRows(tx, resource, rows)
  await insertFiles(files, tx, world.files)
  await insertUsageDays(tx, world.usageDays)
  await insertPlaybackDays(tx, world.playbackDays)
  for (const person of people.slice(0, accounts.length)) {
    await setPassword(tx, { ...person, name: labelOf(users, person) }, hashed)
    await passwordChanged({ tx }, person.uid, sealed)
  }
  await openSessions(tx, world.sessions, people)
  await countSeats(tx)
}

/**
 * Seeds an empty database with realistic demo data, in one transaction.
 * @returns the password of the demo accounts; undefined if there were records already
 */
export const seedDemo = async (services: Services): Promise<string | undefined> => {
  const { database, config } = services
  if (!(await isEmpty(database))) return undefined
  const password = config.DEMO_PASSWORD ?? randomBytes(9).toString('base64url')
  const passwords = { hashed: await hashPassword(password), sealed: sealPassword(services, password) }
  const isSeeded = await database.transaction(tx =>
    seedOnce(tx, () => insertAll(services, tx, passwords, new Date())),
  )
  if (!isSeeded) return undefined
  await database.run(sql`analyze`)
  return password
}
