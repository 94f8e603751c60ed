import type { FastifyInstance } from 'fastify'
import { listFieldOf } from '~/model/bulk'
import type { Resource } from '~/model/define'
import { declare } from '~/server/records/routes/declare-route'
import { listQuery } from '~/server/records/schemas/record-schemas'
import type { Services } from '~/server/records/services'
import { bulkBodyOf, bulkResponse, matchingResponse } from './bulk-schemas'
import { matchingHandler } from './matching'
import { bulkHandler } from './run-bulk'

/** What a definition declares for many records: which match a filter, and each action by name. */
export const addBulkRoutes = (app: FastifyInstance, services: Services, resource: Resource) => {
  if (!resource.bulk) return
  const address = `/${resource.name}/bulk`
  app.get(
    address,
    declare(resource, 'read', address, {
      summary: `The ids of all ${resource.name} that match`,
      querystring: listQuery.pick({ q: true }),
      response: { 200: matchingResponse },
    }),
    matchingHandler(services, resource),
  )
  for (const [name, bulk] of Object.entries(resource.bulk)) {
    const { validatorCompiler: _, ...declared } = declare(resource, bulk.act, address, {
      summary: `'${name}' on many ${resource.name}`,
      body: bulkBodyOf(resource, bulk),
      response: { 200: bulkResponse },
    })
    const field = listFieldOf(bulk)
    const route = { ...declared, config: { ...declared.config, writes: field ? [field] : [] } }
    app.post(`${address}/${name}`, route, bulkHandler(services, resource, bulk))
  }
}
