import { type Actor, type Role, roles } from '~/model/grants'
import { type Api, login } from './api'
import { demoPassword, type TestServer } from './test-server'

type Link = { ref: string; label: string }
export type Company = { uid: string; name: string; partner: Link | null; allowPartnerAccess: boolean }
export type Found = { uid: string; company?: Link; role?: string }
type Me = {
  uid: string
  role: Role
  company: Link
  licensed: boolean
  reach: { own: string[]; managed: string[]; open: string[] }
}

export type Person = { readonly api: Api; readonly actor: Actor }

/** Relations of a record's company to a user. */
export const relations = ['own', 'open', 'managed', 'foreign'] as const
export type Relation = (typeof relations)[number]

export const listAll = async <T extends Found = Found>(
  api: Api,
  resource: string,
  q: object = {},
): Promise<T[]> => {
  const { body, status } = await api.get<{ results?: T[] }>(
    `${resource}?batch=1000&q=${encodeURIComponent(JSON.stringify(q))}`,
  )
  if (!body.results) throw new Error(`No list of ${resource}: ${status} ${JSON.stringify(body)}`)
  return body.results
}

const personOf = async (server: TestServer, name: string): Promise<Person> => {
  const api = await login(server.url, `${name}@demo.example`, demoPassword)
  const { body } = await api.get<Me>('users/me')
  const company = body.company.ref.split('/')[1] ?? null
  const { managed, open } = body.reach
  return { api, actor: { uid: body.uid, role: body.role, company, managed, open, licensed: body.licensed } }
}

/** The signed-in demo accounts by role, and the demo companies. */
export const demoWorld = async (server: TestServer) => {
  const people = new Map<Role, Person>()
  for (const role of roles) people.set(role, await personOf(server, role))
  const of = (role: Role): Person => {
    const person = people.get(role)
    if (!person) throw new Error(`no ${role} in the demo data`)
    return person
  }
  const companies = await listAll<Company & Found>(of('root').api, 'companies')
  /** Uids of the companies in a relation to the user; only partners manage companies. */
  const companiesOf = (actor: Actor, relation: Relation): string[] => {
    const managed = companies.filter(company => company.partner?.ref === `companies/${actor.company}`)
    if (relation === 'own') return actor.company ? [actor.company] : []
    if (relation === 'foreign')
      return companies
        .filter(each => each.uid !== actor.company && !managed.includes(each))
        .map(each => each.uid)
    return managed.filter(each => each.allowPartnerAccess === (relation === 'open')).map(each => each.uid)
  }
  const isPerson = (uid: string) => [...people.values()].some(({ actor }) => actor.uid === uid)
  return { of, companies, companiesOf, isPerson, personNamed: (name: string) => personOf(server, name) }
}

export type DemoWorld = Awaited<ReturnType<typeof demoWorld>>
