import { backend } from '~/src/backends/chosen-backend'
import { accountCalls } from '~/src/backends/contract/account-calls'

export const account = accountCalls(backend.request)
