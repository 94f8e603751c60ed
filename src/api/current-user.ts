import type { Me } from './backend'
import { backend } from './chosen-backend'
import { noteUser } from './session'

const load = async () => {
  const me = await backend.me()
  noteUser(me.uid)
  return me
}

let known: Promise<Me> | undefined

/** The signed-in user, loaded once per page load; a failure is not cached. */
export const currentUser = () => {
  known ??= load().catch((error: unknown) => {
    known = undefined
    throw error
  })
  return known
}

/** Reloads the user after the profile was changed. */
export const refreshCurrentUser = () => {
  known = undefined
  return currentUser()
}
