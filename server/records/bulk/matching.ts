import { sql } from 'drizzle-orm'
import type { RouteHandlerMethod } from 'fastify'
import { BULK_MOST } from '~/model/bulk'
import type { Resource } from '~/model/define'
import { parseListQuery } from '~/model/lists/query'
import { asObject } from '~/model/objects'
import { whereOf } from '~/server/records/reading/where'
import { actorOf, requireListScope } from '~/server/records/routes/access'
import type { Services } from '~/server/records/services'
import { columnOf } from '~/server/records/tables/columns'

const idOf = ({ parent, fields }: Resource) =>
  parent === undefined
    ? sql`t.uid`
    : sql`t.${sql.identifier(columnOf(parent, fields[parent]))} || '/' || t.uid`

/** The ids of all records that match, as of now: those made later are in no run that begins here. */
export const matchingHandler =
  (services: Services, resource: Resource): RouteHandlerMethod =>
  async request => {
    const actor = actorOf(request)
    const scope = requireListScope(resource, actor)
    const { where } = parseListQuery(resource, actor.role, asObject(request.query))
    const rows = await services.database.query<{ id: string }>(
      sql`select ${idOf(resource)} as id from ${sql.identifier(resource.name)} t
        where ${whereOf(resource, where, scope)} order by t.uid limit ${BULK_MOST}`,
    )
    return { ids: rows.map(({ id }) => id) }
  }
