import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'drizzle-orm'
import { messageOf } from '~/model/errors'
import { registry } from '~/model/registry'
import type { Config } from '~/server/platform/config/config'
import { type Connection, connect, type Listeners } from './connection'
import type { Database } from './database'
import { explainConnection, isConnectionLost, isUnavailable, sqlState } from './errors'
import { readMigrations } from './migrations'
import { NoPrimary } from './primary'
import { tables } from './tables'

/** The database cannot hold the product as it is set up; the message has the remedy. */
export class UnfitDatabase extends Error {}

type Facts = {
  readonly name: string
  readonly role: string
  readonly encoding: string
  readonly has_plain_case: boolean
  readonly replication_role: string
  readonly read_only: string | null
  readonly search_path: string
  readonly schema: string | null
  /** Another schema that holds the product's tables. */
  readonly elsewhere: string | null
  readonly has_migrations: boolean
  readonly may_create_tables: boolean
  readonly may_create_queue: boolean
  /** Tables that the role may not read or change. */
  readonly closed: readonly string[] | null
}

/** Sources of a read-only parameter that is set for the role or the database, and stays until it is reset. */
const SET_BY_HAND = ['database', 'user', 'database user']

/** Others may have tables in the same schema, such as those of an extension, which the role need not reach. */
const ownTables = [...Object.keys(tables), ...Object.keys(registry)]

const readFacts = async (database: Database) => {
  const [facts] = await database.query<Facts>(sql`
    with own as (select c.relname, c.oid, n.nspname from pg_class c join pg_namespace n on n.oid = c.relnamespace
      where c.relkind = 'r' and (n.nspname = 'pgboss' or n.nspname = current_schema() and c.relname = any(${sql.param(ownTables)}))),
    installed as (select m.relnamespace::regnamespace::text as schema from pg_class m
      where m.relname = 'migrations' and m.relkind = 'r' and exists (select 1 from pg_class a
        where a.relname = 'auth_session' and a.relnamespace = m.relnamespace))
    select current_database() as name, current_user as role, current_setting('server_encoding') as encoding,
      lower('AI') = 'ai' as has_plain_case, current_setting('session_replication_role') as replication_role,
      (select source from pg_settings where name = 'default_transaction_read_only' and setting = 'on') as read_only,
      current_setting('search_path') as search_path, current_schema() as schema,
      (select schema from installed where schema <> quote_ident(current_schema())
        and not exists (select 1 from installed where schema = quote_ident(current_schema())) limit 1) as elsewhere,
      exists (select 1 from own where relname = 'migrations' and nspname = current_schema()) as has_migrations,
      coalesce(has_schema_privilege(current_schema(), 'create'), false) as may_create_tables,
      has_database_privilege(current_database(), 'create') or to_regnamespace('pgboss') is not null as may_create_queue,
      (select array_agg(relname::text order by relname) from own where has_schema_privilege(nspname, 'usage') is false
        or not has_table_privilege(oid, 'select') or not has_table_privilege(oid, 'insert')
        or not has_table_privilege(oid, 'update') or not has_table_privilege(oid, 'delete')) as closed`)
  if (!facts) throw new Error('The database does not describe itself')
  return facts
}

const makeAnother = ({ name, role }: Facts) =>
  `create database ${quoted(`${name}_utf8`)} owner ${quoted(role)} encoding 'UTF8' locale 'C.UTF-8' template template0;`

/** Quotes an SQL identifier if necessary. */
const quoted = (name: string) => (/^[a-z_][a-z0-9_]*$/.test(name) ? name : `"${name.replaceAll('"', '""')}"`)

/** `alter role … reset …` and the like: a parameter may be set for the role, the database, or the role in it. */
const resets = ({ name, role }: Facts, parameter: string) =>
  [
    `alter role ${quoted(role)} reset ${parameter};`,
    `alter role ${quoted(role)} in database ${quoted(name)} reset ${parameter};`,
    `alter database ${quoted(name)} reset ${parameter};`,
  ].join(' ')

/** Why the product cannot work on this database; undefined if it can. */
const problemOf = (facts: Facts): string | undefined => {
  const { name, role, encoding, schema, elsewhere } = facts
  if (encoding !== 'UTF8')
    return `The database ${name} has the encoding ${encoding}; the product needs UTF8. Make another one and name it in DATABASE_URL: ${makeAnother(facts)}`
  if (!facts.has_plain_case)
    return `The locale of the database ${name} changes the letters of addresses (as Turkish does). Make another one and name it in DATABASE_URL: ${makeAnother(facts)}`
  if (facts.replication_role !== 'origin')
    return `session_replication_role is ${facts.replication_role} for the role ${role}: the triggers that count records would not run. ${resets(facts, 'session_replication_role')}`
  if (facts.read_only !== null && SET_BY_HAND.includes(facts.read_only))
    return `default_transaction_read_only is on for the role ${role} or the database ${name}: nothing can be written. ${resets(facts, 'default_transaction_read_only')}`
  if (schema === null)
    return `No schema of the search_path (${facts.search_path || 'empty'}) exists or is open to the role ${role}: ${resets(facts, 'search_path')} grant usage, create on schema public to ${quoted(role)};`
  if (elsewhere !== null)
    return `The search_path (${facts.search_path}) leads to the schema ${schema}, but the product's tables are in ${elsewhere}: ${resets(facts, 'search_path')}`
  return undefined
}

const rightsProblemOf = (facts: Facts, isPending: boolean): string | undefined => {
  const { name, role, schema, closed } = facts
  if (closed !== null)
    return `The role ${role} may not read and change ${closed.length} tables of the product (${closed.slice(0, 3).join(', ')}${closed.length > 3 ? ' …' : ''}): let it own them, or grant usage on schema ${schema}, pgboss and select, insert, update, delete on all tables in schema ${schema}, pgboss to ${quoted(role)};`
  if (isPending && !facts.may_create_tables)
    return `The role ${role} may not create tables in the schema ${schema}: grant create on schema ${schema} to ${quoted(role)}; or alter database ${quoted(name)} owner to ${quoted(role)};`
  if (!facts.may_create_queue)
    return `The role ${role} may not create the schema pgboss, which holds the queue: grant create on database ${quoted(name)} to ${quoted(role)}; or create schema pgboss authorization ${quoted(role)};`
  return undefined
}

const hasPending = async (database: Database, { has_migrations }: Facts) => {
  if (!has_migrations) return true
  const rows = await database.query<{ name: string }>(sql`select name from migrations`)
  const done = new Set(rows.map(({ name }) => name))
  return readMigrations().some(({ name }) => !done.has(name))
}

/**
 * Refuses a database on which the product would fail later: before the first migration, so that nothing is half done.
 * What each connection sets by itself (`pools.ts`) is not looked at.
 * @throws UnfitDatabase; NoPrimary while the whole server is read only, which may pass
 */
export const requireFit = async (database: Database) => {
  const facts = await readFacts(database)
  const problem = problemOf(facts)
  if (problem) throw new UnfitDatabase(problem)
  if (facts.read_only !== null)
    throw new NoPrimary(
      'The database server is set to read only (default_transaction_read_only): switch that off there.',
    )
  const isPending = facts.closed === null && (await hasPending(database, facts))
  const lack = rightsProblemOf(facts, isPending)
  if (lack) throw new UnfitDatabase(lack)
}

/** Seconds that a start waits for a PostgreSQL that is away, as during a failover or while it starts itself. */
const PATIENCE = 60

/** A standby is waited for: it may be promoted. */
const requirePrimary = async (database: Database) => {
  const [row] = await database.query<{ standby: boolean }>(sql`select pg_is_in_recovery() as standby`)
  if (row?.standby) throw new NoPrimary('The database is a standby that has not been promoted.')
}

const attempt = async (config: Config, listeners: Listeners) => {
  const connection = await connect(config, listeners)
  try {
    await Promise.all([connection.database, connection.direct].map(requirePrimary))
    await requireFit(connection.direct)
    return connection
  } catch (error) {
    await connection.close()
    throw error
  }
}

/**
 * Repeats a step of the start each second while PostgreSQL is away. The step must be one that can be repeated.
 * @throws the last error after a minute; immediately, errors that waiting does not resolve, such as a wrong password
 */
const waitForDatabase = async <T>(
  step: () => Promise<T>,
  onWait?: Listeners['onWait'],
  isAway = isConnectionLost,
): Promise<T> => {
  const end = Date.now() + PATIENCE * 1000
  for (let hasLogged = false; ; hasLogged = true) {
    try {
      return await step()
    } catch (error) {
      if (!isAway(error) || Date.now() > end) throw explainConnection(error)
      if (!hasLogged)
        onWait?.(
          `The database does not answer (${messageOf(explainConnection(error)) || sqlState(error)}). The start waits for it, ${PATIENCE} s at most.`,
        )
      await sleep(1000)
    }
  }
}

/** `waitForDatabase` for the steps of a start; logs that it waits. */
export const waitingWith =
  (log: { readonly warn: (text: string) => void }) =>
  <T>(step: () => Promise<T>) =>
    waitForDatabase(step, reason => log.warn(reason))

/** Connects as `connect` does, once, to a database that the product can work on. */
export const connectToFit = (config: Config): Promise<Connection> =>
  config.DATABASE_URL
    ? attempt(config, {}).catch(error => {
        throw explainConnection(error)
      })
    : connect(config)

/** Connects as `connect` does, to a PostgreSQL that accepts writes; see `waitForDatabase`. */
export const connectToPrimary = (config: Config, listeners: Listeners): Promise<Connection> =>
  config.DATABASE_URL
    ? waitForDatabase(() => attempt(config, listeners), listeners.onWait, isUnavailable)
    : connect(config, listeners)
