/**
 * What statements and the driver rely on, whatever the parameters of the role, the database or the server are: each can
 * be set by an administrator, and then changes or breaks answers far from where it was set.
 */
const settings = {
  // The driver reads dates in no other style.
  datestyle: 'ISO, MDY',
  intervalstyle: 'postgres',
  timezone: 'UTC',
  bytea_output: 'hex',
  extra_float_digits: '1',
  standard_conforming_strings: 'on',
  transform_null_equals: 'off',
  array_nulls: 'on',
  gin_fuzzy_search_limit: '0',
  // A failed statement would end the connection.
  exit_on_error: 'off',
} as const

/** Each with a default for new transactions, and a statement for one that began. */
const isolation = {
  session: "set default_transaction_isolation = 'read committed'",
  transaction: 'set transaction isolation level read committed',
} as const

/** Timeouts that would end idle connections or long migrations; an older PostgreSQL does not know them all. */
const withoutTimeouts = (isLocal: boolean) =>
  `select set_config(name, '0', ${isLocal}) from unnest(array['idle_session_timeout', 'transaction_timeout']) as name
    where current_setting(name, true) is not null`

const setAll = (verb: 'set' | 'set local') =>
  Object.entries(settings)
    .map(([name, value]) => `${verb} ${name} = '${value}'`)
    .join('; ')

/** Run first on each connection that keeps its session. */
export const SESSION_SETTINGS = [setAll('set'), isolation.session, withoutTimeouts(false)].join('; ')

/** Run first in each transaction behind a pooler, where a session is shared with others. */
export const TRANSACTION_SETTINGS = [isolation.transaction, setAll('set local')].join('; ')
