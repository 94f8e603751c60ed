import type { FastifyInstance, FastifyRequest } from 'fastify'
import { scopeFor } from '~/model/access'
import { ApiError } from '~/model/errors'
import { parseListQuery, type RawListQuery } from '~/model/query'
import { companies } from '~/model/resources/companies'
import { accessListOf, languages, rankOf, roles } from '~/model/roles'
import { listRows } from '../db/listing'
import { languageLabel, roleLabel } from '../labels'
import type { Services } from '../services'
import { actorOf, principalOf } from './access'

type Values = { results: { key: string; label: string }[]; count: number }
type Source = (services: Services, request: FastifyRequest) => Promise<Values> | Values

const listed = (results: Values['results']): Values => ({ results, count: results.length })

/** Lists of keys and labels that forms and filters offer. */
const sources: Readonly<Record<string, Source>> = {
  companies: async (services, request) => {
    const actor = actorOf(request)
    const raw = { batch: 100, ...(request.query as RawListQuery), fsort: 'name', osort: 'asc' }
    const page = await listRows(
      services.database,
      companies,
      parseListQuery(companies, actor.role, raw),
      scopeFor(companies, 'read', actor),
    )
    return {
      results: page.records.map(({ uid, name }) => ({ key: `companies/${uid}`, label: String(name) })),
      count: page.count,
    }
  },
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

export const addValueRoutes = (app: FastifyInstance, services: Services) => {
  app.get('/values/:collection', { config: { access: 'session' } }, async request => {
    const { collection } = request.params as { collection: string }
    const source = Object.hasOwn(sources, collection) ? sources[collection] : undefined
    if (!source) throw new ApiError('not_found', `There is no value list '${collection}'`)
    const { results, count } = await source(services, request)
    return { results, meta: { count } }
  })
}
