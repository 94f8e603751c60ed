import type { Backend } from '~/src/api/backend'
import { clientId, sessionToken } from '~/src/api/session'

/** Where uploads go, and what each of their calls carries; asked anew for every upload, as tokens change. */
export type UploadTarget = () => Promise<{
  readonly endpoint: string
  readonly headers: Readonly<Record<string, string>>
}>

/** The tus door of the on-premise server (decisions §8). */
export const uploadTargetOf =
  (backend: Pick<Backend, 'apiUrl'>): UploadTarget =>
  async () => ({
    endpoint: `${await backend.apiUrl()}/files`,
    headers: { Authorization: `Bearer ${sessionToken() ?? ''}`, 'X-Client-Id': clientId() },
  })
