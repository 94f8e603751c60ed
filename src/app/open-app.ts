import type { FunctionComponent } from 'react'
import { BackendError } from '~/src/api/backend-error'
import { backend } from '~/src/api/chosen-backend'
import { currentUser } from '~/src/api/current-user'
import { isLeaving, leave } from '~/src/api/session'
import { whenIdle } from '~/src/ui/when-idle'

const loadApp = () => import('./app')

/** Fetches the code of lists in parallel with that of the panel, which imports it later. Screens report a failure. */
const preloadScreens = () => void import('~/src/admin/resource-screens').catch(() => undefined)

/** Preloads the code that follows sign-in while the form is being filled. */
export const preloadApp = () => {
  // Offline, for instance; opening the panel reports it.
  loadApp().catch(() => undefined)
  preloadScreens()
}

/**
 * Preloads the code that follows sign-in once the browser has nothing else to do: a password manager fills the form and
 * leaves no time. @returns a function that gives up
 */
export const preloadWhenIdle = () => whenIdle(preloadApp)

const leaveWithoutRole = async () => {
  await backend.signOut()
  leave({ reason: 'noRole' })
}

const never = new Promise<never>(() => undefined)

const open = async (): Promise<FunctionComponent> => {
  if (location.pathname !== '/home') preloadScreens()
  try {
    const [{ prepareApp }, me] = await Promise.all([loadApp(), currentUser()])
    return await prepareApp(me)
  } catch (error) {
    if (isLeaving()) return never
    const code = error instanceof BackendError ? error.code : undefined
    // The on-premise server asks for the code before it starts a session.
    if (__BACKEND__ === 'cloud' && code === 'second_factor')
      return (await import('~/src/auth/sign-in/code-page')).CodePage
    if (code !== 'no_role') throw error
    await leaveWithoutRole()
    return never
  }
}

let opening: Promise<FunctionComponent> | undefined

/**
 * Loads everything the panel needs before its first paint. Stays pending if the session has ended. Concurrent calls
 * share one panel: texts that load later belong to the one that is rendered.
 */
export const openApp = (): Promise<FunctionComponent> => {
  opening ??= open().finally(() => {
    opening = undefined
  })
  return opening
}
