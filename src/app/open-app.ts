import type { FunctionComponent } from 'react'
import { BackendError } from '~/src/api/backend-error'
import { backend } from '~/src/api/chosen-backend'
import { currentUser } from '~/src/api/current-user'
import { isLeaving, leave } from '~/src/api/session'

const loadApp = () => import('./app')

/** Fetches what comes after sign-in while the form is still being filled. */
export const preloadApp = () => {
  loadApp()
    .then(app => app.preloadFirstList())
    // Offline, for instance; opening the panel will say so.
    .catch(() => undefined)
}

const leaveWithoutRole = async () => {
  await backend.signOut()
  leave({ notice: 'noRole' })
}

const never = new Promise<never>(() => undefined)

/** Everything the panel needs before its first paint. Stays pending when the session turns out to be over. */
export const openApp = async (): Promise<FunctionComponent> => {
  try {
    const [{ prepareApp }, me] = await Promise.all([loadApp(), currentUser()])
    return await prepareApp(me)
  } catch (error) {
    if (isLeaving()) return never
    if (!(error instanceof BackendError) || error.code !== 'no_role') throw error
    await leaveWithoutRole()
    return never
  }
}
