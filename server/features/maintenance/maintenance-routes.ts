import { z } from 'zod'
import type { Resource } from '~/model/define'
import { ApiError } from '~/model/errors'
import { countedCollections, searchedCollections } from '~/model/maintenance'
import { registry } from '~/model/registry'
import { type App, describe, listOf, pathPart } from '~/server/platform/http/route-schemas'
import type { Services } from '~/server/records/context'
import { hasCounters, refreshKeywords, resetCounters } from './counters'

const rootAlone = (operation: string) => ({
  config: { access: { resource: 'utils', operation, grant: { root: 'all' as const } } },
  // A HEAD request must not run it.
  exposeHeadRoute: false,
})

/** The requested collection, or all if none is given. @throws ApiError 404 */
export const chosen = (name: string | undefined, known: readonly string[]) => {
  if (!name) return known
  if (!known.includes(name)) throw new ApiError('not_found', `There is no collection '${name}' to maintain`)
  return [name]
}

const report = z.object({ name: z.string(), changed: z.int() })
type Report = z.output<typeof report>

const reports = listOf(report)

const reported = (results: Report[]) => ({ results, meta: { count: results.length } })

/** Maintenance routes for root. Each returns the processed collections and the number of changed records. */
export const addMaintenanceRoutes = (app: App, { database }: Services) => {
  const keywords = async (chosenName?: string) => {
    const results: Report[] = []
    for (const resource of Object.values<Resource>(registry))
      if (chosen(chosenName, searchedCollections).includes(resource.name))
        results.push({ name: resource.name, changed: await refreshKeywords(database, resource) })
    return reported(results)
  }
  const counters = async (chosenName?: string) => {
    const results: Report[] = []
    for (const name of chosen(chosenName, countedCollections))
      if (hasCounters(name)) results.push({ name, changed: await resetCounters(database, name) })
    return reported(results)
  }
  const add = (
    operation: string,
    what: string,
    run: (name?: string) => Promise<z.output<typeof reports>>,
  ) => {
    const all = describe(`${what} of all collections`, { response: { 200: reports } })
    app.get(`/utils/${operation}`, { ...rootAlone(operation), schema: all }, () => run())
    const one = describe(`${what} of a collection`, {
      params: z.object({ name: pathPart }),
      response: { 200: reports },
    })
    app.get(`/utils/${operation}/:name`, { ...rootAlone(operation), schema: one }, ({ params }) =>
      run(params.name),
    )
  }
  add('keywords', 'Rebuilds the search keywords', keywords)
  add('resetcounter', 'Recounts the stored counters', counters)
}
