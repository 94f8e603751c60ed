import type { Link } from '~/model/fields'
import { uidOf } from '~/model/refs'
import { rowsIn } from '~/src/api/answer'
import type { Backend, CompaniesInReach } from '~/src/api/backend'
import { BackendError, isUnreachable } from '~/src/api/backend-error'

type Company = {
  readonly uid: string
  readonly partner?: Link | null
  readonly allowPartnerAccess?: boolean
  readonly isPartner?: boolean
  readonly canCreateCompanies?: boolean
}

const BATCH = 1000

const allCompanies = async (request: Backend['request'], offset = 0): Promise<readonly Company[]> => {
  const rows = rowsIn<Company>(await request(`companies?offset=${offset}&batch=${BATCH}`))
  return rows.length < BATCH ? rows : [...rows, ...(await allCompanies(request, offset + BATCH))]
}

/**
 * The companies in scope, for the rules of `model/`. A profile contains its own company only; the functions list those
 * that a partner manages. If they refuse, the panel offers less, and logs a warning.
 * @throws BackendError if they cannot be reached
 */
export const reachOf = async (
  role: string,
  company: Link | null,
  request: Backend['request'],
): Promise<CompaniesInReach> => {
  const own = company ? [uidOf(company.ref)] : []
  const alone = { own, managed: [], open: [], licensed: false }
  if (role !== 'partner' || !company) return alone
  try {
    const companies = await allCompanies(request)
    const managed = companies.filter(({ partner }) => partner?.ref === company.ref)
    const mine = companies.find(({ uid }) => own.includes(uid))
    return {
      own,
      managed: managed.map(({ uid }) => uid),
      open: managed.filter(({ allowPartnerAccess }) => allowPartnerAccess).map(({ uid }) => uid),
      licensed: mine?.isPartner === true && mine.canCreateCompanies === true,
    }
  } catch (error) {
    // If the functions are unreachable, the panel offers a retry instead of reduced access.
    if (error instanceof BackendError && isUnreachable(error)) throw error
    console.warn('The managed companies are not known.', error)
    return alone
  }
}
