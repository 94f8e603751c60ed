import type { Client, Pool, PoolClient, PoolConfig } from 'pg'
import { messageOf } from '~/model/errors'
import { READ_ONLY, sqlState } from './errors'
import { alive, CONNECT, openClient, openSession, poolOf } from './pools'

/** No host of the address accepts writes: the primary is away, and no standby has been promoted. */
export class NoPrimary extends Error {
  readonly code = READ_ONLY
}

/** Milliseconds within which a host must answer whether it is the primary. */
const PROBE = 2000

/** `postgres://user@one:1,two:2/name`, as libpq takes it, as an address for each host. */
export const hostsOf = (address: string): string[] => {
  const [, before = '', hosts = '', after = ''] =
    /^(postgres(?:ql)?:\/\/(?:[^/?#]*@)?)([^/?#]*)(.*)$/.exec(address) ?? []
  return hosts.split(',').map(host => before + host + after)
}

/** Whether one of several hosts is to be chosen, or one host must accept writes. */
export const isChosen = (address: string) =>
  hostsOf(address).length > 1 || /[?&]target_session_attrs=/.test(address)

/** The timeline of a host that accepts writes; each promotion begins another. */
const timelineOf = async (url: string) => {
  const client = await openClient(url, { connectionTimeoutMillis: PROBE, query_timeout: PROBE })
  try {
    const { rows } = await client.query<{ timeline: string | null }>(
      `select case when pg_is_in_recovery() or current_setting('transaction_read_only')::boolean then null
        else left(pg_walfile_name(pg_current_wal_lsn()), 8) end as timeline`,
    )
    const timeline = rows[0]?.timeline
    if (!timeline) throw new Error('read only')
    return { url, timeline }
  } finally {
    void client.end()
  }
}

/** Without the user, the password and the parameters, which may hold one. */
const hostOf = (url: string) => /^\w+:\/\/(?:[^/?#]*@)?([^/?#]*)/.exec(url)?.[1] ?? ''

/**
 * The host that accepts writes. If two do, the one that was promoted last: an old primary that came back by mistake is
 * not returned to.
 * @throws NoPrimary
 */
export const findPrimary = async (urls: readonly string[]): Promise<string> => {
  const answers = await Promise.allSettled(urls.map(timelineOf))
  const found = answers.flatMap(answer => (answer.status === 'fulfilled' ? answer.value : []))
  const [newest] = found.sort((one, other) => other.timeline.localeCompare(one.timeline))
  if (newest) return newest.url
  const reasons = answers.map((answer, at) =>
    answer.status === 'rejected' ? `${hostOf(urls[at] ?? '')} (${messageOf(answer.reason)})` : '',
  )
  throw new NoPrimary(`No host of the database accepts writes: ${reasons.join(', ')}`)
}

/** Connections to one host. */
type Host = {
  readonly url: string
  readonly pool: Pool
  readonly clients: Set<Client>
  readonly sessions: Set<Client>
}

/** Uses none of these connections again; statements under way end first. */
const retire = ({ pool, sessions }: Host) => {
  if (!pool.ending) void pool.end()
  for (const client of sessions) void client.end()
}

/** Ends statements under way too: they may wait for a machine that is gone. */
const abandon = (host: Host) => {
  retire(host)
  for (const client of host.clients) void client.end()
}

const openHost = (url: string, options: PoolConfig, onError: () => void): Host => {
  const clients = new Set<Client>()
  const pool = poolOf({
    ...{ connectionString: url, connectionTimeoutMillis: CONNECT, ...alive },
    ...options,
  })
  pool.on('connect', client => void clients.add(client.on('error', onError)))
  pool.on('remove', client => void clients.delete(client))
  return { url, pool, clients, sessions: new Set() }
}

/** Opens a dedicated connection, outside the pool of its host. */
const openSessionOf = async ({ url, sessions }: Host, onEnd: () => void) => {
  const client = await openSession(url)
  sessions.add(client)
  client.once('end', () => {
    sessions.delete(client)
    onEnd()
  })
  return client
}

/**
 * The host of an address that accepts writes. It is looked for at the first use, and again after `doubt`; while it is
 * the same, its connections stay.
 */
const followHost = (address: string, options: PoolConfig) => {
  const urls = hostsOf(address)
  let current: Host | undefined
  let isDoubtful = false
  let isBroken = false
  let searching: Promise<Host> | undefined

  const doubt = () => {
    isDoubtful = true
  }
  const search = async () => {
    isDoubtful = false
    try {
      const url = isChosen(address) ? await findPrimary(urls) : address
      if (current?.url === url && !isBroken) return current
      if (current) (current.url === url ? retire : abandon)(current)
      isBroken = false
      current = openHost(url, options, doubt)
      return current
    } catch (error) {
      doubt()
      throw error
    }
  }
  const find = async () => {
    if (current && !isDoubtful) return current
    searching ??= search().finally(() => {
      searching = undefined
    })
    return searching
  }
  /** Its connections may all be broken, without a word: the next use takes new ones. */
  const distrust = (host: Host) => {
    doubt()
    isBroken ||= current === host && !host.pool.ending
  }
  const leave = () => {
    if (current) retire(current)
    current = undefined
  }
  return { doubt, distrust, find, leave, current: () => current }
}

/** Connections to the host of an address that accepts writes; one that could not be made or broke leads to a new search. */
export const createPrimary = (address: string, options: PoolConfig) => {
  const { doubt, distrust, find, leave, current } = followHost(address, options)
  const attempt = async <T>(work: (host: Host) => Promise<T>) => {
    const host = await find()
    return work(host).catch(error => {
      doubt()
      throw error
    })
  }
  return {
    connect: (): Promise<PoolClient> => attempt(({ pool }) => pool.connect()),
    /**
     * A connection of its own, which ends when the primary is another host. If it breaks, the machine may be gone and
     * another one have its name: statements from now on take new connections.
     */
    openSession: () => attempt(host => openSessionOf(host, () => distrust(host))),
    /**
     * Resolves if connections are taken. A pooler does so even if all of its own are in use, unlike a statement.
     */
    reach: () => attempt(async ({ url }) => (await openClient(url)).end()),
    /** Called with the error of each failed statement. */
    failed: (error: unknown) => {
      // The host was demoted, or a proxy before it leads to another one now, which affects all its connections.
      if (sqlState(error) === READ_ONLY) leave()
    },
    get totalCount() {
      return current()?.pool.totalCount ?? 0
    },
    get idleCount() {
      return current()?.pool.idleCount ?? 0
    },
    get waitingCount() {
      return current()?.pool.waitingCount ?? 0
    },
    close: async () => current()?.pool.end(),
  }
}

export type Primary = ReturnType<typeof createPrimary>
