import { useEffect } from 'react'
import { authProvider } from './auth-provider'

/** The path /signout, reached from inside the panel. */
export const SignOut = () => {
  useEffect(() => {
    authProvider.logout()
  }, [])
  return null
}
