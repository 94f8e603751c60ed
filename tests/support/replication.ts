import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { eventually } from './eventually'
import { type Cluster, freshDatabase, startCluster } from './postgres'
import { startTcpProxy } from './tcp-proxy'

/** One statement on a connection of its own. */
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
  /** False: a commit does not wait for the standby, which may then be behind, or away. */
  readonly synchronous?: boolean
}

const settings = { synchronous_commit: 'on' }

type SyncState = 'sync' | 'async'

const untilStreaming = (primaryUrl: string, state: SyncState) =>
  eventually(
    () => ask<{ sync_state: string }>(primaryUrl, 'select sync_state from pg_stat_replication'),
    rows => rows.some(({ sync_state }) => sync_state === state),
  )

/** From now on a commit is acknowledged once the standby has it. */
const waitForStandby = async (primaryUrl: string) => {
  await ask(primaryUrl, `alter system set synchronous_standby_names = '*'`)
  await ask(primaryUrl, 'select pg_reload_conf()')
  await untilStreaming(primaryUrl, 'sync')
}

const startStandby = ({ adminUrl }: Cluster) => startCluster({ settings, standbyOf: adminUrl })

/**
 * A primary and a streaming standby, and a database on both. A commit is acknowledged once the standby has it.
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
    /** The standby is named first: it is not the one to use. */
    url: `postgresql://postgres@${hosts}${pathname}?target_session_attrs=read-write`,
    primaryUrl: database,
    standbyUrl: onHost(database, standby.adminUrl),
    primary,
    standby,
    killPrimary: primary.kill,
    /** As it was: it does not know of the promotion. */
    restartPrimary: () => primary.restart(),
    promote: () => ask(standby.adminUrl, 'select pg_promote()'),
    stop: () => Promise.all([primary.stop(), standby.stop()]),
  }
}

export type Replication = Awaited<ReturnType<typeof startReplication>>

/**
 * A primary and its standby, which takes its place whenever it is killed.
 * @returns `url` of a database, at whichever of the two is the primary, as a floating address is
 */
export const startDatabasePair = async () => {
  let primary = await startCluster({ settings })
  const url = await freshDatabase(primary.adminUrl)
  let standby = await startStandby(primary)
  await waitForStandby(primary.adminUrl)
  const address = await startTcpProxy(url)
  return {
    url: address.url,
    /** Kills the primary, promotes the standby, and gives that a new standby. */
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
    /** Commits wait until it is there again. */
    killStandby: async () => {
      standby.kill()
      // Its processes hold its shared memory until they notice.
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
