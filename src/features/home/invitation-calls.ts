import type { Link } from '~/model/fields'
import type { Backend } from '~/src/api/backend'
import { rowsOf } from '~/src/api/contract/lists'

type Request = Backend['request']

/** An invitation to a group of another company, as the invited user sees it. */
export type Invitation = {
  readonly uid: string
  readonly createdBy: Link | null
  readonly hostCompany: Link
  readonly group: Link | null
  readonly createdAt: string
}

export const readInvitations = async (request: Request) =>
  rowsOf<Invitation>(await request('/me/invitations'))

export const acceptInvitation = (request: Request, { uid, hostCompany }: Invitation) =>
  request(`/me/invitations/${encodeURIComponent(uid)}`, {
    method: 'PATCH',
    json: { company: hostCompany.ref },
  })
