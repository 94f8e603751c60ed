import type { Identifier } from 'react-admin'
import type { Link } from '~/model/fields'
import { isObject } from '~/model/objects'
import type { Backend, DeliveryStatus } from '~/src/api/backend'
import { deliveryStatusIn } from '~/src/api/password-calls'
import type { BulkCalls } from './bulk-calls'
import type { MadeCustomer, NewCustomer } from './customer-calls'
import { toQuery } from './filters'
import { rowsOf } from './lists'
import { type Json, recordPath, toCreated } from './records'

type Request = Backend['request']

const parties = ['extras', 'managedCompanies', 'guestGroups'] as const
/** The parties related to a company besides its own users. */
export type Stakeholders = Readonly<Record<(typeof parties)[number], readonly Link[]>>

/** An invitation to a group of another company, as the invited user sees it. */
export type Invitation = {
  readonly uid: string
  readonly createdBy: Link | null
  readonly hostCompany: Link
  readonly group: Link | null
  readonly createdAt: string
}

export type MaintenanceTool = 'keywords' | 'resetcounter'
/** The number of records that a tool changed in each collection. */
export type Report = readonly { readonly name: string; readonly changed: number }[]

/** `mail`: `ok`, `failing`, or `off` if no mail server is configured. */
export type Health = {
  readonly status: string
  readonly version: string
  readonly database: boolean
  /** Free space on the server's disk; absent if the backend does not report it. */
  readonly disk?: 'ok' | 'low' | 'full'
  readonly files?: 'ok' | 'unavailable'
  readonly mail?: string
}

/** Calls that concern no record of the panel's resources, or more than one. */
export type ServiceCalls = {
  readonly stakeholders: (company: Identifier) => Promise<Stakeholders>
  readonly invitations: () => Promise<readonly Invitation[]>
  readonly acceptInvitation: (invitation: Invitation) => Promise<void>
  /** Invites a user; one invited before gets another link. @returns the delivery status of the e-mail */
  readonly inviteUser: (data: Json) => Promise<DeliveryStatus>
  /** Company, first purchases and invitation at once; loaded when it is called for. */
  readonly createCustomer: (customer: NewCustomer) => Promise<MadeCustomer>
  /** Changes of many records; loaded when records are chosen. */
  readonly many: () => Promise<BulkCalls>
  /** Runs a maintenance tool on one collection or on all; for root. */
  readonly maintain: (tool: MaintenanceTool, name?: string) => Promise<Report>
  readonly health: () => Promise<Health>
}

const linksIn = (value: unknown): Link[] => (Array.isArray(value) ? value : [])

/** If the identity provider sends the links, their keys are generated here (specification §7). */
const newKey = () =>
  Array.from(crypto.getRandomValues(new Uint8Array(24)), byte => byte.toString(16).padStart(2, '0')).join('')

const inviting =
  (request: Request, sendInvitation: Backend['sendInvitation']) =>
  async (data: Json): Promise<DeliveryStatus> => {
    const json = { origin: 'invitation', ...toCreated('users', data) }
    if (!sendInvitation) return deliveryStatusIn(await request('/user-invite', { method: 'POST', json }))
    const onboardingKey = newKey()
    const { uid } = await request<{ uid: string }>('/user-invite', {
      method: 'POST',
      json: { ...json, onboardingKey },
    })
    await sendInvitation({
      email: String(data.email),
      lang: String(data.lang),
      hash: `${uid}-${onboardingKey}`,
    })
    return 'sent'
  }

export const serviceCalls = (request: Request, sendInvitation?: Backend['sendInvitation']): ServiceCalls => ({
  stakeholders: async company => {
    const answer = await request(`${recordPath('companies', company)}/stakeholders/enhanced`)
    const said = isObject(answer) ? answer : {}
    return {
      extras: linksIn(said.extras),
      managedCompanies: linksIn(said.managedCompanies),
      guestGroups: linksIn(said.guestGroups),
    }
  },
  invitations: async () => rowsOf<Invitation>(await request('/me/invitations')),
  acceptInvitation: async ({ uid, hostCompany }) => {
    await request(`/me/invitations/${encodeURIComponent(uid)}`, {
      method: 'PATCH',
      json: { company: hostCompany.ref },
    })
  },
  inviteUser: inviting(request, sendInvitation),
  createCustomer: async customer => (await import('./customer-calls')).createCustomer(request, customer),
  many: async () => (await import('./bulk-calls')).bulkCalls(request, toQuery),
  maintain: async (tool, name) =>
    rowsOf<Report[number]>(await request(`/utils/${tool}${name ? `/${encodeURIComponent(name)}` : ''}`)),
  health: () => request<Health>('/health'),
})
