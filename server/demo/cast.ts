import type { Values } from '~/server/records/context'
import type { DemoCompany } from './companies'
import { between, type Random } from './files/random'
import { accounts, type DemoUser } from './users'

export const MINUTE = 60_000
export const HOUR = 60 * MINUTE
export const DAY = 24 * HOUR

/** A record to be inserted, by field path. */
export type DemoRow = Values & { uid: string; createdAt: Date }

/** The companies and users of the demo, for which all other records are created. */
export type Cast = {
  readonly companies: readonly DemoCompany[]
  readonly people: readonly DemoUser[]
  readonly now: Date
  /** The first root account. */
  readonly root: DemoUser
  /** A company's active users, who create and access its records. */
  crew(company: DemoCompany): readonly [DemoUser, ...DemoUser[]]
  /** One of the accounts whose password is shown. */
  account(name: string): DemoUser
  named(name: string): DemoCompany
}

/** A link as rows hold it; only the uid is stored. */
export const linkTo = (resource: string, row: { readonly uid: string }) => ({ ref: `${resource}/${row.uid}` })

const known = <T>(found: T | undefined, name: string): T => {
  if (found === undefined) throw new Error(`The demo has no ${name}`)
  return found
}

export const makeCast = (companies: readonly DemoCompany[], people: readonly DemoUser[], now: Date): Cast => {
  const root = known(people[0], 'root account')
  const crews = new Map(
    companies.map(company => [
      company.uid,
      people.filter(
        ({ status, company: of }) => status === 'active' && of.ref === `companies/${company.uid}`,
      ),
    ]),
  )
  return {
    companies,
    people,
    now,
    root,
    crew: company => {
      const [first = root, ...others] = crews.get(company.uid) ?? []
      return [first, ...others]
    },
    account: name => known(people[accounts.findIndex(account => account.name === name)], name),
    named: name =>
      known(
        companies.find(company => company.name === name),
        name,
      ),
  }
}

/** A random moment between two, to the second. */
export const momentIn = (random: Random, from: Date, to: Date) =>
  new Date(Math.floor(between(random, from.getTime(), Math.max(from.getTime(), to.getTime())) / 1000) * 1000)

/** A random moment in the company's lifetime, within the last 300 days, so that lists have recent entries. */
export const momentOf = (random: Random, company: DemoCompany, now: Date) => {
  const earliest = Math.max(company.createdAt.getTime(), now.getTime() - 300 * DAY)
  return momentIn(random, new Date(earliest), new Date(now.getTime() - HOUR / 2))
}

/** Companies for `total` records: fixed numbers for the demo admins' companies, the rest for the others. */
export const spread = (cast: Cast, total: number, littoral: number, costa: number): DemoCompany[] => {
  const [first, second] = [cast.named('Musée du Littoral'), cast.named('Costa Verde Hoteles')]
  const others = cast.companies.filter(company => company !== first && company !== second)
  return Array.from({ length: total }, (_, index) => {
    if (index < littoral) return first
    return index < littoral + costa ? second : (others[(index * 5) % others.length] ?? first)
  })
}

/** Picks `count` different items, in random order. */
export const some = <T>(random: Random, from: readonly T[], count: number): T[] => {
  const left = [...from]
  const taken: T[] = []
  while (taken.length < count && left.length > 0)
    taken.push(...left.splice(Math.floor(random() * left.length), 1))
  return taken
}

export const groupedBy = <T>(rows: readonly T[], keyOf: (row: T) => string): ReadonlyMap<string, T[]> => {
  const groups = new Map<string, T[]>()
  for (const row of rows) {
    const group = groups.get(keyOf(row))
    if (group) group.push(row)
    else groups.set(keyOf(row), [row])
  }
  return groups
}
