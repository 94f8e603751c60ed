import { z } from 'zod'
import { type Ability, abilitiesOf, probe } from '~/model/abilities'
import { canEverList, labelOf, scopeFor } from '~/model/access'
import type { Resource } from '~/model/define'
import { type Actor, roles, scopeNames, scopeNamesOf } from '~/model/grants'
import { asObject } from '~/model/objects'
import { resourceOf } from '~/model/registry'
import { users } from '~/model/resources/users'
import { explained, type Reach, reachOf } from '~/model/who-has-access'
import { principalOfUser } from '~/server/features/sessions/sessions'
import type { Flat } from '~/server/platform/database/tables'
import { type App, link } from '~/server/platform/http/route-schemas'
import { actorOf } from '~/server/records/access'
import type { Services } from '~/server/records/context'
import { addressesOf, declare, paramsOf, readRecord } from '~/server/records/handlers'
import { countRows } from '~/server/records/list'
import {
  ability,
  accessListsOf,
  accessResponse,
  groupsThatHold,
  refOfUser,
  whoHasAccess,
} from './who-has-access'

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

/** Number of records of a kind that a person sees: only for root, since other readers may not see all of them. */
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
        const abilities = []
        for (const each of found ? reachOf(found.principal.actor) : [])
          abilities.push({
            ...each,
            count: await countOf(services, reader, found?.principal.actor ?? reader, each),
          })
        return { active: found?.active ?? false, reach: abilities }
      },
    )
  }
}

const personResponse = z
  .object({
    person: link,
    abilities: z.array(ability),
    lists: z.array(z.string()).meta({ description: 'The access lists of the record that name the person' }),
    groups: z.array(link).meta({ description: 'Groups of these lists that the person is a member of' }),
    guestOf: z.array(link).meta({ description: 'Groups of these lists that the person is a guest of' }),
  })
  .meta({ id: 'PersonsAccess' })

/** Declares a route on a record, for readers of the record who may list users. */
const declareForReaders = (resource: Resource, address: string, schema: Parameters<typeof declare>[3]) => {
  const seeingPeople = roles.filter(role => canEverList(users, probe(role, null)))
  const grant = Object.fromEntries(seeingPeople.map(role => [role, scopeNamesOf(resource.grants.read, role)]))
  const access = { resource: resource.name, operation: 'read', grant }
  return { ...declare(resource, 'read', address, schema), config: { access } }
}

const inactive = ({ name }: Ability): Ability => ({ name, obstacle: 'inactive' })

const accessOfPerson = async (
  services: Services,
  reader: Actor,
  resource: Resource,
  record: Flat,
  uid: string,
) => {
  const person = await readRecord(services, users, reader, { uid })
  const found = await principalOfUser(services.database, uid)
  const abilities = found ? abilitiesOf(resource, found.principal.actor, record) : []
  const ref = refOfUser(uid)
  const lists = accessListsOf(resource, record)
  return {
    person: { ref, label: labelOf(users, person) },
    abilities: found?.active ? abilities : abilities.map(inactive),
    lists: lists.filter(({ entries }) => entries.some(one => one.ref === ref)).map(({ field }) => field),
    ...(await groupsThatHold(services, lists, uid)),
  }
}

/** Routes for who has access to a record, and what one person can do to it. The caller must be able to read both. */
export const addAccessRoutes = (app: App, services: Services) => {
  for (const resource of explained.map(resourceOf))
    for (const address of addressesOf(resource).records) {
      const all = `${address}/access`
      const one = `${all}/:user`
      app.get(
        all,
        declareForReaders(resource, all, {
          summary: `Who has access to one of ${resource.name}`,
          response: { 200: accessResponse },
        }),
        async request => {
          const actor = actorOf(request)
          const record = await readRecord(services, resource, actor, paramsOf(request))
          return whoHasAccess(services, actor, resource, record)
        },
      )
      app.get(
        one,
        declareForReaders(resource, one, {
          summary: `What a user can do to one of ${resource.name}`,
          response: { 200: personResponse },
        }),
        async request => {
          const actor = actorOf(request)
          const record = await readRecord(services, resource, actor, paramsOf(request))
          return accessOfPerson(services, actor, resource, record, String(asObject(request.params).user))
        },
      )
    }
}
