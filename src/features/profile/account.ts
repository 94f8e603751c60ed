import { backend } from '~/src/api/chosen-backend'
import { accountCalls } from './account-calls'

export const account = accountCalls(backend.request)
