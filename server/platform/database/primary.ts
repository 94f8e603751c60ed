import type { Client, Pool, PoolClient, PoolConfig } from 'pg'
import { findPrimary, hostsOf, isChosen } from './hosts'
import { alive, CONNECT, openClient, openSession, poolOf } from './pools'
import { READ_ONLY, sqlState } from './sql-state'

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

/** A connection of its own, beside the pool of its host. */
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
      // The host was demoted, or whatever stands before it leads to another one now: all its connections are alike.
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
