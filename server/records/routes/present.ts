import type { Resource } from '~/model/define'
import { isLink } from '~/model/fields'
import { isRole, ranksAbove } from '~/model/roles'
import { type Flat, nest } from '~/server/platform/database/flat'
import type { Reader } from '~/server/records/hooks'
import { roleLabel } from '~/server/records/labels'
import { compiled, roleColumn } from '~/server/records/reading/compiled'
import { readable } from '~/server/records/reading/readable'
import type { Services } from '~/server/records/services'

/** Replaces thumbnail ids with signed links that lists can cache for hours. */
const signed = ({ links }: Services, resource: Resource, record: Flat): Flat => {
  for (const key of compiled(resource).thumbnails)
    if (typeof record[key] === 'string') record[key] = links.cacheable(record[key], `${key}.webp`)
  return record
}

/** Shows users who rank above the reader by their role alone, where a link says so. */
const withoutNamesAbove = (resource: Resource, { role, limit, lang }: Reader, record: Flat): Flat => {
  const seen = { ...record }
  for (const key of compiled(resource).namelessAbove) {
    const [link, rank] = [record[key], record[roleColumn(key)]]
    const isAbove =
      isRole(rank) && (ranksAbove(rank, role) || (limit !== undefined && ranksAbove(rank, limit)))
    if (isAbove && isLink(link)) seen[key] = { ref: link.ref, label: roleLabel(rank, lang) }
  }
  return seen
}

/** The response for a record as this reader may see it: the one exit of records. */
export const present = (services: Services, resource: Resource, reader: Reader, record: Flat) => {
  const own = readable(resource, reader.role, withoutNamesAbove(resource, reader, record))
  const seen = reader.limit ? readable(resource, reader.limit, own) : own
  const shown = services.hooksOf(resource.name).present?.(seen, reader) ?? seen
  return { ...nest(signed(services, resource, shown)), uid: record.uid }
}
