import { labelOf, ownerOf } from '~/model/access'
import type { Resource } from '~/model/define'
import { refOf, refOfRecord, refsIn } from '~/model/refs'
import { downloads } from '~/model/resources/downloads'
import { users } from '~/model/resources/users'
import { newUid } from '~/server/platform/crypto/tokens'
import type { Values } from '~/server/records/hooks'
import type { Cast, DemoRow } from './cast'
import type { DemoDownload } from './downloads'

type Told = { readonly event: string; readonly at: Date; readonly user: unknown; readonly args: object }

/** The network address is from a range reserved for documentation. */
const eventOf = (resource: Resource, record: DemoRow, { event, at, user, args }: Told): DemoRow => {
  const company = ownerOf(resource, record).company
  return {
    uid: newUid(),
    event,
    type: resource.name,
    object: refOfRecord(resource, record),
    label: labelOf(resource, record) || null,
    user,
    company: company ? { ref: refOf('companies', company) } : null,
    args,
    address: '192.0.2.7',
    agent: 'Firefox, Linux',
    createdAt: at,
    updatedAt: at,
  }
}

/** The create event of a record. */
export const createEvent = ({ root }: Cast, resource: Resource, record: DemoRow): DemoRow =>
  eventOf(resource, record, {
    event: 'create',
    at: record.createdAt,
    user: record.createdBy ?? { ref: refOf('users', root.uid) },
    args: { label: labelOf(resource, record) || record.uid },
  })

const MINUTE = 60_000

const updateEvent = (resource: Resource, record: DemoRow, changes: Values): DemoRow =>
  eventOf(resource, record, {
    event: 'update',
    at: new Date(record.createdAt.getTime() + MINUTE),
    user: record.createdBy,
    args: { changes },
  })

/** Rename events for every nth record. */
export const renameEvents = (resource: Resource, records: readonly DemoRow[], every: number): DemoRow[] =>
  records
    .filter((_, index) => index % every === 0)
    .map(record => updateEvent(resource, record, { name: ['Untitled', record.name] }))

/** Access changes for every fourth record. */
export const accessEvents = (
  resource: Resource,
  { people }: Cast,
  records: readonly DemoRow[],
): DemoRow[] => {
  const names = new Map(people.map(user => [`users/${user.uid}`, labelOf(users, user)]))
  return records
    .filter((_, index) => index % 4 === 0)
    .map(record => {
      const all = refsIn(record.accessList).map(ref => names.get(ref) ?? '')
      return updateEvent(resource, record, { accessList: [all.slice(0, -1), all] })
    })
}

/** Download events of installers by users of all companies, matching the records' counts. */
export const downloadEvents = ({ people }: Cast, made: readonly DemoDownload[]): DemoRow[] => {
  const active = people.filter(({ status }) => status === 'active')
  return made.flatMap(({ download, file, fetched }, index) =>
    fetched.map((at, nth) =>
      eventOf(downloads, download, {
        event: 'download',
        at,
        user: { ref: refOf('users', active[(index * 31 + nth * 7) % active.length]?.uid ?? '') },
        args: { label: file.label },
      }),
    ),
  )
}
