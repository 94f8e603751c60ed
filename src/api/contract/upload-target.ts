import type { Backend } from '~/src/api/backend'
import { clientId } from '~/src/api/session'
import { newTraceparent } from '~/src/api/traceparent'

/** The endpoint and the headers of uploads; resolved for every upload, as tokens change. */
export type UploadTarget = () => Promise<{
  readonly endpoint: string
  readonly headers: Readonly<Record<string, string>>
}>

/** The tus endpoint of the on-premise server (decisions §8). */
export const uploadTargetOf =
  (backend: Pick<Backend, 'apiUrl' | 'token'>): UploadTarget =>
  async () => ({
    endpoint: `${await backend.apiUrl()}/files`,
    headers: {
      Authorization: `Bearer ${(await backend.token()) ?? ''}`,
      'X-Client-Id': clientId(),
      traceparent: newTraceparent(),
    },
  })
