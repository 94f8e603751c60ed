import { backend } from '~/src/api/chosen-backend'
import { accountCalls } from '~/src/api/contract/account-calls'

export const account = accountCalls(backend.request)
