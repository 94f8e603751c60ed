import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { startTcpProxy } from '~/tests/support/network/tcp-proxy'
import { eventually } from '~/tests/support/process/eventually'
import { type Cluster, freshDatabase, startCluster } from './postgres'

/** Runs one statement on a new connection. */
export const ask = async <R extends pg.QueryResultRow>(url: string, text: string): Promise<R[]> => {
  const client = new pg.Client({ connectionString: url })
  client.on('error', () => undefined)
  await client.connect()
  try {
    return (await client.query<R>(text)).rows
  } finally {
    await client.end()
  }
}

/** The same database on another host. */
export const onHost = (url: string, other: string) =>
  Object.assign(new URL(url), { host: new URL(other).host }).href

type Options = {
  /** False: a commit does not wait for the standby, which may lag behind or be down. */
  readonly synchronous?: boolean
}

const settings = { synchronous_commit: 'on' }

type SyncState = 'sync' | 'async'

const untilStreaming = (primaryUrl: string, state: SyncState) =>
  eventually(
    () => ask<{ sync_state: string }>(primaryUrl, 'select sync_state from pg_stat_replication'),
    rows => rows.some(({ sync_state }) => sync_state === state),
  )

/** Enables synchronous replication: a commit is acknowledged when the standby has it. */
const waitForStandby = async (primaryUrl: string) => {
  await ask(primaryUrl, `alter system set synchronous_standby_names = '*'`)
  await ask(primaryUrl, 'select pg_reload_conf()')
  await untilStreaming(primaryUrl, 'sync')
}

const startStandby = ({ adminUrl }: Cluster) => startCluster({ settings, standbyOf: adminUrl })

/**
 * Starts a primary and a streaming standby with a database. By default a commit waits for the standby.
 */
export const startReplication = async ({ synchronous = true }: Options = {}) => {
  const primary = await startCluster({ settings })
  const standby = await startStandby(primary)
  const database = await freshDatabase(primary.adminUrl)
  if (synchronous) await waitForStandby(primary.adminUrl)
  else await untilStreaming(primary.adminUrl, 'async')
  const hosts = [standby, primary].map(({ port }) => `127.0.0.1:${port}`).join(',')
  const { pathname } = new URL(database)
  return {
    /** Lists the standby first, so that clients must check for the primary. */
    url: `postgresql://postgres@${hosts}${pathname}?target_session_attrs=read-write`,
    primaryUrl: database,
    standbyUrl: onHost(database, standby.adminUrl),
    primary,
    standby,
    killPrimary: primary.kill,
    /** Restarts the former primary, which is not aware of the promotion. */
    restartPrimary: () => primary.restart(),
    promote: () => ask(standby.adminUrl, 'select pg_promote()'),
    stop: () => Promise.all([primary.stop(), standby.stop()]),
  }
}

export type Replication = Awaited<ReturnType<typeof startReplication>>

/**
 * Starts a primary and a standby, which replaces the primary at each failover.
 * @returns `url` of a database that always leads to the current primary, like a floating IP address
 */
export const startDatabasePair = async () => {
  let primary = await startCluster({ settings })
  const url = await freshDatabase(primary.adminUrl)
  let standby = await startStandby(primary)
  await waitForStandby(primary.adminUrl)
  const address = await startTcpProxy(url)
  return {
    url: address.url,
    /** Kills the primary, promotes the standby and starts a new standby. */
    failOver: async () => {
      const gone = primary
      gone.kill()
      await ask(standby.adminUrl, 'select pg_promote()')
      primary = standby
      address.leadTo(onHost(url, primary.adminUrl))
      standby = await startStandby(primary)
      await waitForStandby(primary.adminUrl)
      await gone.stop()
    },
    /** Kills and restarts the standby; commits wait in between. */
    killStandby: async () => {
      standby.kill()
      // Orphaned processes hold the shared memory until they notice the kill.
      await sleep(500)
      await standby.restart()
      await untilStreaming(primary.adminUrl, 'sync')
    },
    stop: async () => {
      address.stop()
      await Promise.all([primary.stop(), standby.stop()])
    },
  }
}

export type DatabasePair = Awaited<ReturnType<typeof startDatabasePair>>
