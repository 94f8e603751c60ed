import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Resource } from '~/model/define'
import { ApiError } from '~/model/errors'
import { countedCollections, searchedCollections } from '~/model/maintenance'
import { registry } from '~/model/registry'
import { textIn } from '~/server/platform/http/body-text'
import type { Services } from '~/server/records/services'
import { hasCounters, resetCounters } from './counters'
import { refreshKeywords } from './keywords'

const rootAlone = (operation: string) => ({
  config: { access: { resource: 'utils', operation, grant: { root: 'all' as const } } },
  // A HEAD request must not run it.
  exposeHeadRoute: false,
})

/** The requested collection, or all if none is given. @throws ApiError 404 */
const chosen = (request: FastifyRequest, known: readonly string[]) => {
  const name = textIn(request.params, 'name')
  if (!name) return known
  if (!known.includes(name)) throw new ApiError('not_found', `There is no collection '${name}' to maintain`)
  return [name]
}

type Report = { name: string; changed: number }

const reported = (results: Report[]) => ({ results, meta: { count: results.length } })

/** Maintenance routes for root. Each returns the processed collections and the number of changed records. */
export const addMaintenanceRoutes = (app: FastifyInstance, { database }: Services) => {
  const keywords = async (request: FastifyRequest) => {
    const results: Report[] = []
    for (const resource of Object.values<Resource>(registry))
      if (chosen(request, searchedCollections).includes(resource.name))
        results.push({ name: resource.name, changed: await refreshKeywords(database, resource) })
    return reported(results)
  }
  const counters = async (request: FastifyRequest) => {
    const results: Report[] = []
    for (const name of chosen(request, countedCollections))
      if (hasCounters(name)) results.push({ name, changed: await resetCounters(database, name) })
    return reported(results)
  }
  app.get('/utils/keywords', rootAlone('keywords'), keywords)
  app.get('/utils/keywords/:name', rootAlone('keywords'), keywords)
  app.get('/utils/resetcounter', rootAlone('resetcounter'), counters)
  app.get('/utils/resetcounter/:name', rootAlone('resetcounter'), counters)
}
