import { companies } from '~/model/resources/companies'
import { purchases } from '~/model/resources/purchases'
import { users } from '~/model/resources/users'
import { useOffer } from '~/src/admin/admin-config'
import { mayCreate, useActor } from '~/src/admin/rights'

export const NEW_CUSTOMER = '/company/customer'

/** May the user create each part of a customer, on a backend that creates them in one request? */
export const useMayCreateCustomer = () => {
  const actor = useActor()
  const isOffered = useOffer('customers')
  return isOffered && [companies, purchases, users].every(each => mayCreate(each, actor))
}
