import type { Resource } from '~/model/define'
import { parentOf, parentUidOf } from '~/model/refs'
import { resourceNames, resourceOf } from '~/model/registry'
import type { Api } from '~/tests/support/server/api'
import { type DemoWorld, type Found, listAll } from '~/tests/support/server/demo-world'
import type { Place } from './sweep-cells'

type Row = Found & Readonly<Record<string, unknown>>

/** Nested records of a few parents. */
const gatherNested = async (root: Api, resource: Resource, holders: readonly Row[]) => {
  const found: Row[] = []
  for (const holder of holders) {
    const { body } = await root.get<{ results: Row[] }>(
      `${parentOf(resource)}/${holder.uid}/${resource.collection ?? resource.name}?batch=20`,
    )
    found.push(...body.results)
  }
  return found
}

/**
 * Records of every resource by name, as root reads them.
 * @param stranger reads the resources of which every user only lists their own records
 */
export const gatherRecords = async (root: Api, stranger = root) => {
  const records = new Map<string, Row[]>()
  for (const name of resourceNames) {
    const resource = resourceOf(name)
    if (resource.flat === false) continue
    const parent = parentOf(resource)
    const rows =
      parent === undefined || resource.flat
        ? await listAll<Row>(resource.ownList ? stranger : root, resource.flat || name)
        : await gatherNested(root, resource, records.get(parent) ?? [])
    records.set(name, rows)
  }
  return records
}

/** Records that tests must not change: signed-in users and their open sessions. */
const isSpared = (world: DemoWorld, name: string, record: Row) =>
  (name === 'users' && (record.role !== 'viewer' || world.isPerson(record.uid))) ||
  (name === 'sessions' && record.endedAt === null)

const isPublished = ({ published }: Resource, record: Row) =>
  published !== undefined && Object.entries(published).every(([key, value]) => record[key] === value)

const isThere = (resource: Resource, companies: readonly string[], place: Place, record: Row) => {
  if (resource.company === undefined) return isPublished(resource, record) === (place === 'published')
  const owner = resource.company === 'uid' ? record.uid : record.company?.ref.split('/')[1]
  return companies.includes(owner ?? '')
}

export const recordAt = (
  world: DemoWorld,
  rows: readonly Row[] | undefined,
  resource: Resource,
  companies: readonly string[],
  place: Place,
) => rows?.find(row => !isSpared(world, resource.name, row) && isThere(resource, companies, place, row))

export const addressOf = (url: string, resource: Resource, record: Row, kind: 'record' | 'nested') =>
  kind === 'nested'
    ? url.replace(':pid', record.uid)
    : url.replace(':pid', parentUidOf(resource, record) ?? '').replace(':uid', record.uid)
