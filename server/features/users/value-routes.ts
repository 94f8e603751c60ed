import type { FastifyRequest } from 'fastify'
import { z } from 'zod'
import type { Resource } from '~/model/define'
import { ApiError } from '~/model/errors'
import { accessListOf, rankOf, roles } from '~/model/grants'
import { languages } from '~/model/languages'
import { parseListQuery } from '~/model/lists/query'
import { templateActions } from '~/model/mail/mail-templates'
import { asObject } from '~/model/objects'
import { refOfRecord } from '~/model/refs'
import { companies } from '~/model/resources/companies'
import { groups } from '~/model/resources/groups'
import { type App, describe, listOf, pathPart } from '~/server/platform/http/route-schemas'
import { actorOf, principalOf, requireListScope } from '~/server/records/access'
import type { Services } from '~/server/records/context'
import { languageLabel, roleLabel, templateActionLabel } from '~/server/records/kinds'
import { listRows } from '~/server/records/list'
import { listQuery } from '~/server/records/schemas'

const value = z.object({
  key: z.string(),
  label: z.string(),
  rank: z.int().optional().meta({ description: 'Of a role' }),
  accessList: z.array(z.string()).optional().meta({ description: 'Of a role' }),
})

type Values = { results: z.output<typeof value>[]; count: number }
type Source = (services: Services, request: FastifyRequest) => Promise<Values> | Values

const listed = (results: Values['results']): Values => ({ results, count: results.length })

/** The names of a resource's records that the caller may read. */
const namesOf =
  (resource: Resource): Source =>
  async (services, request) => {
    const actor = actorOf(request)
    const scope = requireListScope(resource, actor)
    const raw = { batch: 100, ...asObject(request.query), fsort: 'name', osort: 'asc' }
    const page = await listRows(services.database, resource, parseListQuery(resource, actor.role, raw), scope)
    return {
      results: page.records.map(record => ({
        key: refOfRecord(resource, record),
        label: String(record.name),
      })),
      count: page.count,
    }
  }

/** Lists of keys and labels for forms and filters. */
const sources: Readonly<Record<string, Source>> = {
  companies: namesOf(companies),
  groups: namesOf(groups),
  templatesActions: (_services, request) =>
    listed(templateActions.map(key => ({ key, label: templateActionLabel(key, principalOf(request).lang) }))),
  roles: (_services, request) => {
    const { lang } = principalOf(request)
    return listed(
      roles.map(key => ({
        key,
        label: roleLabel(key, lang),
        rank: rankOf(key),
        accessList: accessListOf(key),
      })),
    )
  },
  languages: (_services, request) =>
    listed(languages.map(key => ({ key, label: languageLabel(key, principalOf(request).lang) }))),
}

export const addValueRoutes = (app: App, services: Services) => {
  const schema = describe(`Keys and labels: ${Object.keys(sources).join(', ')}`, {
    tags: ['values'],
    params: z.object({ collection: pathPart }),
    querystring: listQuery,
    response: { 200: listOf(value) },
  })
  app.get('/values/:collection', { config: { access: 'session', views: true }, schema }, async request => {
    const { collection } = request.params
    const source = Object.hasOwn(sources, collection) ? sources[collection] : undefined
    if (!source) throw new ApiError('not_found', `There is no value list '${collection}'`)
    const { results, count } = await source(services, request)
    return { results, meta: { count } }
  })
}
