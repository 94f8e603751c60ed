import { Navigate } from 'react-admin'
import { uidOf } from '~/model/refs'
import { NotFound } from './not-found'
import { useMe } from './use-me'

/** One's own company's record stands for it until it has a screen of its own. */
export const MyCompany = () => {
  const company = useMe()?.company
  return company ? <Navigate replace to={`/company/show/${uidOf(company.ref)}`} /> : <NotFound />
}
