import { messageOf } from '~/model/errors'
import { openClient } from './pools'
import { READ_ONLY } from './sql-state'

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
