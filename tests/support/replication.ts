import pg from 'pg'
import { eventually } from './eventually'
import { freshDatabase, startCluster } from './postgres'

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

/**
 * A primary and a streaming standby, and a database on both. A commit is acknowledged once the standby has it.
 */
export const startReplication = async ({ synchronous = true }: Options = {}) => {
  const settings = { synchronous_commit: 'on' }
  const primary = await startCluster({ settings })
  const standby = await startCluster({ settings, standbyOf: primary.adminUrl })
  const database = await freshDatabase(primary.adminUrl)
  if (synchronous) {
    await ask(primary.adminUrl, `alter system set synchronous_standby_names = '*'`)
    await ask(primary.adminUrl, 'select pg_reload_conf()')
  }
  const state = 'select sync_state from pg_stat_replication'
  await eventually(
    () => ask<{ sync_state: string }>(primary.adminUrl, state),
    ([first]) => first?.sync_state === (synchronous ? 'sync' : 'async'),
  )
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
