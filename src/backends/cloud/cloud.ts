import type { Backend, RequestOptions } from '../backend'
import { BackendError } from '../backend-error'
import { send } from '../http'
import { clientId, sessionToken } from '../session'
import { functionsBase, projectId } from './project'

/** `?emulator` on localhost talks to the functions emulator. */
const emulated = () =>
  location.hostname === 'localhost' && new URLSearchParams(location.search).has('emulator')

const apiUrl = async () => functionsBase(await projectId(), emulated())

/** The hosted identity service is not wired yet; signing in says so instead of pretending. */
const notYet = () =>
  Promise.reject(new BackendError(501, 'unavailable', 'Cloud sign-in is not available yet'))

async function request<T = unknown>(path: string, options: RequestOptions = {}): Promise<T> {
  const url = `${await apiUrl()}/${path.replace(/^\/+/, '')}`
  const headers = { Authorization: `Bearer ${sessionToken() ?? ''}`, 'X-Client-Id': clientId() }
  return (await send(url, options, headers)) as T
}

export const cloud: Backend = {
  name: 'cloud',
  apiUrl,
  config: async () => ({ thirdPartySignIn: false }),
  signIn: notYet,
  signOut: async () => undefined,
  me: notYet,
  request,
}
