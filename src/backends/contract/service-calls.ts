import type { Identifier } from 'react-admin'
import type { Link } from '~/model/fields'
import type { Backend } from '~/src/backends/backend'
import { rowsOf } from './lists'
import { isObject, type Json, recordPath, toCreated } from './records'

type Request = Backend['request']

const parties = ['extras', 'managedCompanies', 'guestGroups'] as const
/** Who has to do with a company beside its own people. */
export type Stakeholders = Readonly<Record<(typeof parties)[number], readonly Link[]>>

/** To a group of another company, as the one invited sees it. */
export type Invitation = {
  readonly uid: string
  readonly createdBy: Link | null
  readonly hostCompany: Link
  readonly group: Link | null
  readonly createdAt: string
}

export type MaintenanceTool = 'keywords' | 'resetcounter'
/** How many records of each collection a tool changed. */
export type Report = readonly { readonly name: string; readonly changed: number }[]

export type Health = { readonly status: string; readonly version: string; readonly database: boolean }

/** Calls that are about no record of the panel's resources, or about none alone. */
export type ServiceCalls = {
  readonly stakeholders: (company: Identifier) => Promise<Stakeholders>
  readonly invitations: () => Promise<readonly Invitation[]>
  readonly acceptInvitation: (invitation: Invitation) => Promise<void>
  /** Invites a user; one invited before is sent another link. Tells whether an e-mail is on its way. */
  readonly inviteUser: (data: Json) => Promise<{ mailed: boolean }>
  /** Root's maintenance, of one collection or of all. */
  readonly maintain: (tool: MaintenanceTool, name?: string) => Promise<Report>
  readonly health: () => Promise<Health>
}

const linksIn = (value: unknown) => (Array.isArray(value) ? (value as Link[]) : [])

export const serviceCalls = (request: Request): ServiceCalls => ({
  stakeholders: async company => {
    const answer = await request(`${recordPath('companies', company)}/stakeholders/enhanced`)
    const said = isObject(answer) ? answer : {}
    return {
      extras: linksIn(said.extras),
      managedCompanies: linksIn(said.managedCompanies),
      guestGroups: linksIn(said.guestGroups),
    }
  },
  invitations: async () => rowsOf(await request('/me/invitations')) as Invitation[],
  acceptInvitation: async ({ uid, hostCompany }) => {
    await request(`/me/invitations/${encodeURIComponent(uid)}`, {
      method: 'PATCH',
      json: { company: hostCompany.ref },
    })
  },
  inviteUser: async data => {
    const json = { origin: 'invitation', ...toCreated('users', data) }
    const answer = await request('/user-invite', { method: 'POST', json })
    return { mailed: !isObject(answer) || answer.mailed !== false }
  },
  maintain: async (tool, name) =>
    rowsOf(await request(`/utils/${tool}${name ? `/${encodeURIComponent(name)}` : ''}`)) as Report[number][],
  health: () => request<Health>('/health'),
})
