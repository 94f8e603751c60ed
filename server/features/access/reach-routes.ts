import { z } from 'zod'
import { scopeFor } from '~/model/access'
import { type Actor, scopeNames } from '~/model/grants'
import { resourceOf } from '~/model/registry'
import { users } from '~/model/resources/users'
import { type Reach, reachOf } from '~/model/who-has-access'
import { principalOfUser } from '~/server/features/sessions/principal-of-user'
import type { App } from '~/server/platform/http/route-schemas'
import { countRows } from '~/server/records/reading/counting'
import { actorOf } from '~/server/records/routes/access'
import { addressesOf } from '~/server/records/routes/addresses'
import { declare } from '~/server/records/routes/declare-route'
import { paramsOf, readRecord } from '~/server/records/routes/record-reading'
import type { Services } from '~/server/records/services'

const response = z
  .object({
    active: z.boolean().meta({ description: 'Of an account that is not active, what it could do' }),
    reach: z.array(
      z.object({
        resource: z.string(),
        abilities: z.array(
          z.object({
            name: z.enum(['read', 'create', 'update', 'delete']),
            because: z.array(z.enum(scopeNames)).meta({ description: 'The scopes of the grant' }),
          }),
        ),
        count: z.int().nullable().meta({ description: 'Records that they see; null but for root' }),
      }),
    ),
  })
  .meta({ id: 'UsersReach' })

/** How many records of a kind a person sees: for root alone, as others may not see all of them. */
const countOf = async ({ database }: Services, reader: Actor, person: Actor, { resource: name }: Reach) => {
  if (reader.role !== 'root') return null
  const resource = resourceOf(name)
  return (await countRows(database, resource, [], scopeFor(resource, 'read', person))).count
}

/** `GET users/:uid/reach`: what a user can do in the panel, by kind of record, for those who see the user. */
export const addReachRoutes = (app: App, services: Services) => {
  for (const address of addressesOf(users).records) {
    const url = `${address}/reach`
    app.get(
      url,
      declare(users, 'read', url, {
        summary: 'What a user can do in the panel, by kind of record',
        response: { 200: response },
      }),
      async request => {
        const reader = actorOf(request)
        const user = await readRecord(services, users, reader, paramsOf(request))
        const found = await principalOfUser(services.database, String(user.uid))
        const told = []
        for (const each of found ? reachOf(found.principal.actor) : [])
          told.push({
            ...each,
            count: await countOf(services, reader, found?.principal.actor ?? reader, each),
          })
        return { active: found?.active ?? false, reach: told }
      },
    )
  }
}
