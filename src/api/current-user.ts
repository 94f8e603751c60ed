import type { Me } from './backend'
import { backend } from './chosen-backend'

let known: Promise<Me> | undefined

/** The signed-in user, asked once a page load; a failure is not remembered. */
export const currentUser = () => {
  known ??= backend.me().catch((error: unknown) => {
    known = undefined
    throw error
  })
  return known
}

/** Asks again, after the profile was changed. */
export const refreshCurrentUser = () => {
  known = undefined
  return currentUser()
}
