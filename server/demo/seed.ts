import { randomBytes } from 'node:crypto'
import { sql } from 'drizzle-orm'
import { labelOf } from '~/model/access'
import { companies } from '~/model/resources/companies'
import { events } from '~/model/resources/events'
import { medias } from '~/model/resources/medias'
import { users } from '~/model/resources/users'
import type { Database } from '../db/database'
import { setPassword } from '../identity/passwords'
import { newUid } from '../identity/tokens'
import type { Values } from '../records/hooks'
import { insertRows } from '../records/writing'
import type { Services } from '../services'
import { demoCompanies } from './companies'
import { demoFiles } from './files/demo-files'
import { seeded } from './files/random'
import { type DemoMedia, demoMedia, type FileRow, type Kept, md5Of } from './medias'
import { accounts, type DemoUser, demoUsers } from './users'

const MEDIAS = 2000

const keepFiles = async ({ files }: Services): Promise<Kept[]> => {
  const keep = async (bytes: Buffer | undefined) => {
    if (!bytes) return undefined
    const id = newUid()
    await files.write(id, bytes)
    return id
  }
  const kept: Kept[] = []
  for (const file of await demoFiles()) {
    const [id = '', thumb256, thumb128] = [
      await keep(file.bytes),
      await keep(file.thumb256),
      await keep(file.thumb128),
    ]
    kept.push({
      file,
      id,
      md5: md5Of(file.bytes),
      ...(thumb256 && { thumb256 }),
      ...(thumb128 && { thumb128 }),
    })
  }
  return kept
}

const insertFiles = async ({ files }: Services, tx: Database, rows: readonly FileRow[]) => {
  for (const row of rows) await files.share(row.from, row.id)
  const values = rows.map(
    row =>
      sql`(${row.id}, ${row.userUid}, ${row.label}, ${row.contentType}, ${row.size}, ${row.md5}, ${row.owner}, ${row.field})`,
  )
  for (let at = 0; at < values.length; at += 500)
    await tx.run(
      sql`insert into files (id, user_uid, label, content_type, size, md5, owner, field) values ${sql.join(values.slice(at, at + 500), sql`, `)}`,
    )
}

const createEvent = (
  type: string,
  record: Values & { uid: string },
  user: unknown,
): Values & { uid: string } => ({
  uid: newUid(),
  createdAt: record.createdAt,
  updatedAt: record.createdAt,
  event: 'create',
  type,
  object: `${type}/${record.uid}`,
  user,
  company: type === 'companies' ? { ref: `companies/${record.uid}` } : record.company,
  args: { label: record.name ?? record.email },
})

const renameEvent = (record: Values & { uid: string }): Values & { uid: string } => ({
  ...createEvent('medias', record, record.createdBy),
  createdAt: new Date((record.createdAt as Date).getTime() + 60_000),
  event: 'update',
  args: { changes: { name: ['Untitled', record.name], specialUsage: [null, record.specialUsage] } },
})

const makeMedias = async (
  services: Services,
  people: readonly DemoUser[],
  companyRows: ReturnType<typeof demoCompanies>,
  now: Date,
): Promise<DemoMedia[]> => {
  const random = seeded(2)
  const kept = await keepFiles(services)
  return Array.from({ length: MEDIAS }, (_, index) => {
    const company = companyRows[(index * 7) % companyRows.length]
    const user = people.find(each => each.company.ref === `companies/${company?.uid}`)
    const file = kept[(index * 13) % kept.length]
    return company && user && file ? [demoMedia(index, file, { user, company }, random, now)] : []
  }).flat()
}

const countSeats = (tx: Database) =>
  tx.run(sql`update companies c set
    users_total = (select count(*) from users u where u.company_uid = c.uid and u.status in ('active', 'disabled')),
    users_active = (select count(*) from users u where u.company_uid = c.uid and u.status = 'active')`)

const insertAll = async (services: Services, tx: Database, password: string, now: Date) => {
  const companyRows = demoCompanies(now)
  await insertRows(tx, companies, companyRows)
  const people = demoUsers(companyRows, seeded(1), now)
  await insertRows(tx, users, people)
  for (const person of people.slice(0, accounts.length))
    await setPassword(tx, { ...person, name: labelOf(users, person) }, password)
  const made = await makeMedias(services, people, companyRows, now)
  const records = made.map(media => media.record)
  await insertRows(tx, medias, records)
  await insertFiles(
    services,
    tx,
    made.flatMap(media => media.files),
  )
  const root = { ref: `users/${people[0]?.uid}` }
  await insertRows(tx, events, [
    ...companyRows.map(company => createEvent('companies', company, root)),
    ...people.map(person => createEvent('users', person, root)),
    ...records.map(record => createEvent('medias', record, record.createdBy)),
    ...records.filter((_, index) => index % 3 === 0).map(renameEvent),
  ])
  await countSeats(tx)
}

/**
 * Fills an empty database with a believable platform, all of it or nothing.
 * @returns the password of the demo accounts, or nothing where there were records already
 */
export const seedDemo = async (services: Services): Promise<string | undefined> => {
  const { database, config } = services
  const [any] = await database.query(sql`select 1 from companies limit 1`)
  if (any) return undefined
  const password = config.DEMO_PASSWORD ?? randomBytes(9).toString('base64url')
  await database.transaction(tx => insertAll(services, tx, password, new Date()))
  await database.run(sql`analyze`)
  return password
}
