import { sql } from 'drizzle-orm'
import { refIn, uidOf } from '~/model/refs'
import { failed } from '~/model/video/processing-states'
import type { Database } from '~/server/platform/database/database'
import { type Cast, DAY, type DemoRow } from './cast'
import type { FileRow } from './kept'

/** Records that the companies' usage is computed from. */
type Sources = {
  readonly purchases: readonly DemoRow[]
  readonly vectos: readonly DemoRow[]
  readonly sessions: readonly DemoRow[]
  /** The records that have files, by resource. */
  readonly owners: Readonly<Record<string, readonly DemoRow[]>>
  readonly files: readonly FileRow[]
}

/** A quantity that changes at a time; `sessions` count for their day alone, the others add up. */
type Step = { readonly company: string; readonly at: Date; readonly column: string; readonly amount: number }

const columns = [
  ...['users_total', 'users_active', 'users_purchased', 'users_max_active'],
  ...['seconds_used', 'seconds_purchased', 'bytes', 'sessions'],
] as const

/** Days of the past. */
const DAYS = 365

const companyOf = ({ company }: DemoRow) => uidOf(refIn(company) ?? '')

const step = (row: DemoRow, column: string, amount: number): Step => ({
  ...{ company: companyOf(row), at: row.createdAt, column, amount },
})

const seats = ({ people }: Cast): Step[] =>
  people.flatMap(person => [
    ...(['active', 'disabled'].includes(String(person.status)) ? [step(person, 'users_total', 1)] : []),
    ...(person.status === 'active' ? [step(person, 'users_active', 1)] : []),
  ])

const bought: Readonly<Record<string, readonly [column: string, unit: number]>> = {
  users: ['users_purchased', 1],
  maxActive: ['users_max_active', 1],
  minutes: ['seconds_purchased', 60],
}

const purchased = ({ purchases }: Sources): Step[] =>
  purchases.map(row => {
    const [column, unit] = bought[String(row.type)] ?? ['', 0]
    return step(row, column, Number(row.quantity) * unit)
  })

const spent = ({ vectos }: Sources): Step[] =>
  vectos
    .filter(({ status }) => !failed.some(each => each === status))
    .map(row => step(row, 'seconds_used', Math.ceil(Number(row.duration))))

/** Parts of equal size over the past: usage by 3D videos that were deleted since. */
const PARTS = 26
const spentOnDeleted = ({ companies, now }: Cast): Step[] =>
  companies.flatMap(({ uid, 'seconds.deleted': seconds }) =>
    Array.from({ length: PARTS }, (_, part) => ({
      ...{ company: uid, column: 'seconds_used', amount: Math.floor(Number(seconds ?? 0) / PARTS) },
      at: new Date(now.getTime() - (part * DAYS * DAY) / PARTS - DAY),
    })),
  )

const stored = ({ owners, files }: Sources): Step[] => {
  const sizes = new Map<string, number>()
  for (const { owner, size } of files) sizes.set(owner, (sizes.get(owner) ?? 0) + size)
  return Object.entries(owners).flatMap(([resource, rows]) =>
    rows.map(row => step(row, 'bytes', sizes.get(`${resource}/${row.uid}`) ?? 0)),
  )
}

const begun = ({ sessions }: Sources): Step[] => sessions.map(row => step(row, 'sessions', 1))

const dayOf = (at: Date) => at.toISOString().slice(0, 10)

/** One company's rows, from its first step in the past year until yesterday. */
const daysOf = (company: string, steps: readonly Step[], now: Date) => {
  const sums = Object.fromEntries(columns.map(column => [column, 0]))
  const sorted = steps.toSorted((one, other) => one.at.getTime() - other.at.getTime())
  let next = 0
  return Array.from({ length: DAYS }, (_, index) => {
    const day = dayOf(new Date(now.getTime() - (DAYS - index) * DAY))
    sums.sessions = 0
    for (let each = sorted[next]; each && dayOf(each.at) <= day; each = sorted[++next])
      if (each.column !== 'sessions' || dayOf(each.at) === day)
        sums[each.column] = (sums[each.column] ?? 0) + each.amount
    return { day, company_uid: company, ...sums }
  })
}

/** Daily totals of usage and purchases over the past year, consistent with the other records. */
export const demoUsageDays = (cast: Cast, sources: Sources) => {
  const steps = [
    ...seats(cast),
    ...purchased(sources),
    ...spent(sources),
    ...spentOnDeleted(cast),
    ...stored(sources),
    ...begun(sources),
  ]
  return cast.companies.flatMap(({ uid, createdAt }) => {
    const own = steps.filter(({ company }) => company === uid)
    return daysOf(uid, own, cast.now).filter(({ day }) => day >= dayOf(createdAt))
  })
}

const names = sql.raw(columns.join(', '))
const types = sql.raw(columns.map(column => `${column} bigint`).join(', '))

export const insertUsageDays = (tx: Database, rows: ReturnType<typeof demoUsageDays>) =>
  tx.run(sql`insert into usage_days (day, company_uid, ${names})
    select day, company_uid, ${names}
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as r(day date, company_uid text, ${types})`)
