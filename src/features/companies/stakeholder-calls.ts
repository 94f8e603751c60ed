import type { Identifier } from 'react-admin'
import type { Link } from '~/model/fields'
import { fromKeys } from '~/model/objects'
import type { Backend } from '~/src/api/backend'
import { objectIn } from '~/src/api/contract/failures'
import { recordPath } from '~/src/api/contract/records'

/** The parties related to a company besides its own users. */
export const parties = ['extras', 'managedCompanies', 'guestGroups'] as const

const linksIn = (value: unknown): readonly Link[] => (Array.isArray(value) ? value : [])

export const readStakeholders = async (request: Backend['request'], company: Identifier) => {
  const answer = objectIn(await request(`${recordPath('companies', company)}/stakeholders/enhanced`))
  return fromKeys(parties, name => linksIn(answer[name]))
}
