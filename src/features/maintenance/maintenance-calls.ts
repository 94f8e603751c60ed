import type { Backend } from '~/src/api/backend'
import { rowsOf } from '~/src/api/contract/lists'

type Request = Backend['request']

export type MaintenanceTool = 'keywords' | 'resetcounter'
/** The number of records that a tool changed in each collection. */
export type Report = readonly { readonly name: string; readonly changed: number }[]

/** `mail`: `ok`, `failing`, or `off` if no mail server is configured. */
export type Health = {
  readonly status: string
  readonly version: string
  readonly database: boolean
  /** Free space on the server's disk; absent if the backend does not report it. */
  readonly disk?: 'ok' | 'low' | 'full' | 'unwritable'
  readonly files?: 'ok' | 'unavailable'
  readonly mail?: string
  readonly snapshots?: 'off' | 'ok' | 'failing'
  /** Whether the clocks of server and database agree, and the latter did not go back. */
  readonly clock?: 'ok' | 'differs' | 'jumped' | 'unknown'
}

/** Runs a maintenance tool on one collection or on all; for root. */
export const runTool = async (request: Request, tool: MaintenanceTool, name?: string): Promise<Report> =>
  rowsOf<Report[number]>(
    await request(`/utils/${tool}${name ? `/${encodeURIComponent(name)}` : ''}`, { isUnlimited: true }),
  )

export const readHealth = (request: Request) => request<Health>('/health')
