import type { Resource } from '~/model/define'
import { type Flat, nest } from '~/server/platform/database/flat'
import type { Reader } from '~/server/records/hooks'
import { compiled } from '~/server/records/reading/compiled'
import { readable } from '~/server/records/reading/readable'
import type { Services } from '~/server/records/services'

/** Replaces thumbnail ids with signed links that lists can cache for hours. */
const signed = ({ links }: Services, resource: Resource, record: Flat): Flat => {
  for (const key of compiled(resource).thumbnails)
    if (typeof record[key] === 'string') record[key] = links.cacheable(record[key], `${key}.webp`)
  return record
}

/** The response for a record as this reader may see it. */
export const present = (services: Services, resource: Resource, reader: Reader, record: Flat) => {
  const own = readable(resource, reader.role, record)
  const seen = reader.limit ? readable(resource, reader.limit, own) : own
  const shown = services.hooksOf(resource.name).present?.(seen, reader) ?? seen
  return { ...nest(signed(services, resource, shown)), uid: record.uid }
}
