import { readFileSync, writeFileSync } from 'node:fs'
import { stat, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { rootCertificates } from 'node:tls'
import { sql } from 'drizzle-orm'
import { newUid } from '~/server/platform/crypto/tokens'
import type { Database } from '~/server/platform/database/database'
import {
  isProductTrigger,
  type ProductNames,
  productNames,
  SCHEMAS,
} from '~/server/platform/database/migrations'
import { isChosen } from '~/server/platform/database/primary'
import { fsyncLater, hashOf } from '~/server/platform/disk/durable'
import { scratchFolder } from '~/server/platform/disk/scratch'
import { BackupError } from '~/server/platform/storage/removal'
import { type DatabaseCopy, type DatabaseTarget, listContent, runProgram } from './content'

/** Parameters that libpq takes, of the oldest version that is supported; the driver takes some, and ignores the rest. */
const passed = new Set([
  ...['host', 'hostaddr', 'port', 'user', 'passfile', 'connect_timeout', 'client_encoding', 'options'],
  ...[
    'application_name',
    'fallback_application_name',
    'keepalives',
    'keepalives_idle',
    'keepalives_interval',
  ],
  ...['keepalives_count', 'tcp_user_timeout', 'target_session_attrs', 'channel_binding', 'gssencmode'],
  ...[
    'krbsrvname',
    'gsslib',
    'requirepeer',
    'sslcert',
    'sslkey',
    'sslrootcert',
    'sslpassword',
    'sslcrl',
    'sslcrldir',
  ],
  ...['sslsni', 'sslcompression', 'ssl_min_protocol_version', 'ssl_max_protocol_version'],
])

const isPem = (text: string) => text.includes('-----BEGIN CERTIFICATE-----')

/** The certificates that Node trusts: its own, and those of NODE_EXTRA_CA_CERTS. libpq knows neither. */
const nodeCertificates = () => {
  const extra = process.env.NODE_EXTRA_CA_CERTS
  const given = extra ? readFileSync(extra, 'utf8') : ''
  return [...rootCertificates, ...(isPem(given) ? [given] : [])].join('\n')
}

const decode = (text: string) => {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}

type Parameter = { readonly name: string; readonly value: string; readonly raw: string }

const parametersOf = (query: string): Parameter[] =>
  query
    .split('&')
    .filter(Boolean)
    .map(raw => {
      const [name = '', ...value] = raw.split('=')
      return { name: decode(name), value: decode(value.join('=').replace(/\+/g, ' ')), raw }
    })

type Sslmode = 'disable' | 'prefer' | 'require' | 'verify-ca' | 'verify-full'

const libpqModes = new Set<string>(['disable', 'allow', 'prefer', 'require', 'verify-ca', 'verify-full'])
const isLibpqMode = (mode: string | undefined): mode is Sslmode => mode !== undefined && libpqModes.has(mode)

/**
 * The mode in which libpq is as strict as the driver: that verifies the server in all modes but `disable` and `no-verify`,
 * unless the address has `uselibpqcompat=true`.
 * @returns undefined where the address has no parameter of TLS
 */
const sslmodeOf = (parameterOf: (name: string) => string | undefined): Sslmode | undefined => {
  const mode = parameterOf('sslmode')
  if (parameterOf('uselibpqcompat') === 'true' && isLibpqMode(mode)) return mode
  if (mode === 'disable') return 'disable'
  if (mode === 'no-verify') return 'require'
  if (
    mode !== undefined ||
    ['sslcert', 'sslkey', 'sslrootcert'].some(name => parameterOf(name) !== undefined)
  )
    return 'verify-full'
  const ssl = parameterOf('ssl')
  if (ssl === undefined) return parameterOf('sslnegotiation') === 'direct' ? 'verify-full' : undefined
  if (ssl === 'no-verify') return 'require'
  return ssl === '0' || ssl === 'false' ? 'disable' : 'verify-full'
}

/** Connection parameters of a libpq program. */
type Reached = {
  readonly address: string
  /** The password is here: every user of the machine can read arguments. */
  readonly env: Readonly<Record<string, string>>
  /** Whether the server's certificate is compared with those that Node trusts. */
  readonly usesNodeCertificates?: true
}

/**
 * Translates the address of a database, as the driver and other libraries of Node take it, for libpq: `sslmode` and `ssl` keep
 * their meaning, and parameters that libpq does not know are left out.
 */
export const reached = (databaseUrl: string): Reached => {
  // Not read as a URL, which has one host. Among several, libpq too must choose the one that accepts writes.
  // The last @ ends the password, which may hold others: the driver reads it so, libpq does not.
  const [, before = '', given, after = ''] =
    /^([^:]+:\/\/[^:@/]*)(?::([^/?#]*)(?=@))?(.*)$/.exec(databaseUrl) ?? []
  const [, place = '', query = ''] = /^([^?]*)\??(.*)$/.exec(after) ?? []
  const parameters = parametersOf(query)
  const parameterOf = (name: string) => parameters.findLast(each => each.name === name)?.value
  const fromEnvironment = (name: string) =>
    parameterOf(name) ??
    (name === 'sslmode' && parameterOf('ssl') === undefined ? process.env.PGSSLMODE : undefined)
  const mode = sslmodeOf(fromEnvironment)
  const kept = parameters.filter(({ name }) => passed.has(name)).map(({ raw }) => raw)
  const encoding = parameterOf('encoding')
  const added = [
    ...(encoding && parameterOf('client_encoding') === undefined
      ? [`client_encoding=${encodeURIComponent(encoding)}`]
      : []),
    ...(mode && parameters.length > 0 && isNamed(parameterOf) ? [`sslmode=${mode}`] : []),
  ]
  const all = [...kept, ...added].join('&')
  const password = given ? decode(given) : parameterOf('password')
  const isVerified = mode === 'verify-full' && parameterOf('sslrootcert') === undefined
  return {
    address: before + place + (all && `?${all}`),
    env: {
      ...(password && { PGPASSWORD: password }),
      ...(isChosen(databaseUrl) && { PGTARGETSESSIONATTRS: 'read-write' }),
      ...(mode && !isNamed(parameterOf) && { PGSSLMODE: mode }),
    },
    ...(isVerified && { usesNodeCertificates: true }),
  }
}

/** Whether the address itself has parameters of TLS; otherwise the environment decides. */
const isNamed = (parameterOf: (name: string) => string | undefined) =>
  ['sslmode', 'ssl', 'sslcert', 'sslkey', 'sslrootcert', 'sslnegotiation'].some(
    name => parameterOf(name) !== undefined,
  )

/** The same, with the certificates in a file of this process. */
const reachWithCertificates = (databaseUrl: string): Reached => {
  const found = reached(databaseUrl)
  if (!found.usesNodeCertificates) return found
  const file = path.join(scratchFolder(), `${newUid()}.pem`)
  writeFileSync(file, nodeCertificates(), { mode: 0o600 })
  return { ...found, env: { ...found.env, PGSSLROOTCERT: file } }
}

/** Kinds of entries of a dump whose name begins with that of their table. */
const OF_TABLE = ['TABLE DATA', 'FK CONSTRAINT', 'CHECK CONSTRAINT', 'CONSTRAINT', 'DEFAULT', 'TABLE']
/** Kinds that have a name of their own. */
const NAMED = ['INDEX', 'FUNCTION', 'TRIGGER', 'SEQUENCE SET', 'SEQUENCE OWNED BY', 'SEQUENCE']
/** Kinds that are restored in no case, wherever they belong. */
const NEVER = ['COMMENT', 'ACL', 'DEFAULT ACL', 'SECURITY LABEL', 'POLICY', 'ROW SECURITY', 'RULE']
/** Further kinds of two words or more, whose first word is not the whole kind. */
const LONGER = [
  ...['TABLE ATTACH', 'INDEX ATTACH', 'FOREIGN TABLE', 'MATERIALIZED VIEW DATA', 'MATERIALIZED VIEW'],
  ...[
    'EVENT TRIGGER',
    'PUBLICATION TABLES IN SCHEMA',
    'PUBLICATION TABLE',
    'STATISTICS DATA',
    'USER MAPPING',
  ],
  ...['OPERATOR CLASS', 'OPERATOR FAMILY', 'TEXT SEARCH CONFIGURATION', 'TEXT SEARCH DICTIONARY'],
  ...['FOREIGN DATA WRAPPER', 'ACCESS METHOD', 'PROCEDURAL LANGUAGE', 'SHELL TYPE', 'DATABASE PROPERTIES'],
]
const KINDS = [...OF_TABLE, ...NAMED, ...NEVER, ...LONGER, 'SCHEMA', 'EXTENSION'].sort(
  (a, b) => b.length - a.length,
)

type Entry = { readonly kind: string; readonly schema: string; readonly name: string }

/** `3403; 0 16386 TABLE DATA public videos app` */
const entryIn = (line: string): Entry | undefined => {
  const [, rest = ''] = /^\d+; \d+ \d+ (.+)$/.exec(line) ?? []
  const kind = KINDS.find(each => rest.startsWith(`${each} `))
  if (!rest) return undefined
  if (!kind) return { kind: '', ...placeIn(rest.split(' ').slice(1)) }
  return { kind, ...placeIn(rest.slice(kind.length + 1).split(' ')) }
}

/** The last word is the owner. */
const placeIn = ([schema = '', ...words]: readonly string[]) => ({
  schema,
  name: words.slice(0, -1).join(' '),
})

const isProductName = (names: ProductNames, { kind, name }: Entry) => {
  const [first = '', second = ''] = name.split(' ')
  if (OF_TABLE.includes(kind)) return names.tables.has(first)
  if (kind === 'TRIGGER') return names.tables.has(first) && isProductTrigger(names, second)
  if (kind === 'FUNCTION') return names.words.has(first.split('(')[0] ?? '')
  if (kind.startsWith('SEQUENCE')) return [...names.tables].some(table => first.startsWith(`${table}_`))
  return kind === 'INDEX' && names.words.has(first)
}

/** Whether an entry of a dump belongs to the product: foreign objects may need rights that its role does not have. */
const isRestored = (entry: Entry, names: ProductNames, existing: ReadonlySet<string>) => {
  if (NEVER.includes(entry.kind)) return false
  if (entry.kind === 'SCHEMA') return entry.name === 'pgboss' && !existing.has('pgboss')
  if (entry.schema === 'pgboss') return true
  return entry.schema === 'public' && isProductName(names, entry)
}

/**
 * The entries of a dump that are restored, as `pg_restore --use-list` takes them.
 * @param list output of `pg_restore --list`
 * @param existing schemas that the database has already
 */
export const restoredEntries = (
  list: readonly string[],
  names: ProductNames,
  existing: ReadonlySet<string>,
): string[] =>
  list.filter(line => {
    const entry = entryIn(line)
    return entry !== undefined && isRestored(entry, names, existing)
  })

type Relation = {
  readonly schema: string
  readonly name: string
  readonly isReadable: boolean
  readonly isTable: boolean
}

const schemas = sql.param([...SCHEMAS])

/** Tables, views and sequences in the schemas of the product, except those of extensions. */
const relationsIn = (database: Database) =>
  database.query<Relation>(sql`
    select n.nspname as schema, c.relname as name, c.relkind in ('r', 'p') as "isTable",
      has_schema_privilege(n.oid, 'usage') and case when c.relkind = 'S'
        then has_sequence_privilege(c.oid, 'select') else has_table_privilege(c.oid, 'select') end as "isReadable"
    from pg_class c join pg_namespace n on n.oid = c.relnamespace
    where c.relkind in ('r', 'p', 'v', 'm', 'f', 'S') and n.nspname = any(${schemas})
      and not exists (select 1 from pg_depend d where d.classid = 'pg_class'::regclass and d.objid = c.oid and d.deptype = 'e')
    order by 1, 2`)

export type Foreign = {
  /** Relations in the product's schemas that are not the product's: they are left out of backups. */
  readonly others: readonly Pick<Relation, 'schema' | 'name'>[]
  /** Relations of the product that the role may not read. */
  readonly unreadable: readonly Pick<Relation, 'schema' | 'name'>[]
}

/** Finds foreign relations in the product's schemas, and relations of the product that the role cannot read. */
export const findForeign = async (database: Database): Promise<Foreign> => {
  const { tables } = productNames()
  const isOwn = ({ schema, name }: Relation) =>
    schema === 'pgboss' ||
    tables.has(name) ||
    [...tables].some(table => name.startsWith(`${table}_`) && name.endsWith('_seq'))
  const relations = await relationsIn(database)
  return {
    others: relations.filter(each => !isOwn(each)),
    unreadable: relations.filter(each => isOwn(each) && !each.isReadable),
  }
}

/** Schemas that are neither the product's nor PostgreSQL's. */
export const otherSchemas = async (database: Database) =>
  (
    await database.query<{ name: string }>(sql`select nspname as name from pg_namespace n
      where nspname <> all(${schemas}) and nspname !~ '^pg_' and nspname <> 'information_schema'
        and not exists (select 1 from pg_depend d where d.classid = 'pg_namespace'::regclass and d.objid = n.oid and d.deptype = 'e')
      order by 1`)
  ).map(({ name }) => name)

/** Extensions that columns or indexes of the product's tables use: without them those cannot be restored. */
export const usedExtensions = async (database: Database) => {
  const { tables } = productNames()
  const names = sql.param([...tables])
  return (
    await database.query<{ name: string; table: string }>(sql`
      select distinct e.extname as name, c.relname as table
      from pg_depend d join pg_depend m on m.classid = d.refclassid and m.objid = d.refobjid and m.deptype = 'e'
        join pg_extension e on e.oid = m.refobjid and m.refclassid = 'pg_extension'::regclass
        join pg_class c on c.oid = d.objid and d.classid = 'pg_class'::regclass
        join pg_namespace n on n.oid = c.relnamespace
      where n.nspname = 'public' and c.relname = any(${names}) and c.relkind = 'r' order by 1, 2`)
  ).map(({ name, table }) => `${name} (${table})`)
}

/** A pattern of `pg_dump` that matches this relation alone. */
export const patternOf = ({ schema, name }: Pick<Relation, 'schema' | 'name'>) =>
  [schema, name].map(each => `"${each.replaceAll('"', '""')}"`).join('.')

const POSTGRES_PART = 'database.dump'

/** Excludes objects that belong to the cluster or that only a superuser can restore. */
const WITHOUT = [
  ...['--no-owner', '--no-privileges', '--no-comments', '--no-security-labels', '--no-tablespaces'],
  ...['--no-publications', '--no-subscriptions'],
]

/**
 * The arguments that limit a dump to the product: tables of others in its schemas may be unreadable.
 * @throws BackupError naming the relations of the product that cannot be read
 */
const contentArguments = async (database: Database) => {
  const { others, unreadable } = await findForeign(database)
  if (unreadable.length > 0)
    throw new BackupError(
      `The database's user may not read ${unreadable.map(patternOf).join(', ')}: grant it select on them, or make it their owner. npm run doctor finds them.`,
    )
  return [
    ...SCHEMAS.map(schema => `--schema=${schema}`),
    ...others.map(each => `--exclude-table=${patternOf(each)}`),
  ]
}

/** Dumps PostgreSQL in the same state that the file list is read from: both use one exported snapshot. */
export const dumpPostgres = async (
  database: Database,
  databaseUrl: string,
  { target, wanted }: DatabaseTarget,
  signal: AbortSignal,
): Promise<DatabaseCopy> => {
  const to = path.join(target, POSTGRES_PART)
  const { address, env } = reachWithCertificates(databaseUrl)
  const migrations = await database.transaction(async tx => {
    await tx.run(sql`set transaction isolation level repeatable read, read only`)
    await tx.run(sql`set local idle_in_transaction_session_timeout = 0`)
    const [exported] = await tx.query<{ id: string }>(sql`select pg_export_snapshot() as id`)
    const found = await listContent(tx, wanted)
    const args = [
      '--format=custom',
      ...WITHOUT,
      `--snapshot=${exported?.id}`,
      ...(await contentArguments(tx)),
    ]
    await runProgram('pg_dump', [...args, `--file=${to}`, address], { signal, env })
    return found
  })
  await fsyncLater(to)
  const sha256 = await hashOf(to, 'sha256', 'hex', signal)
  const { size } = await stat(to)
  return { migrations, part: { kind: 'postgresql', name: POSTGRES_PART, size, sha256 } }
}

/** Connects with libpq, as a backup does, and reads no table. @throws BackupError with its message */
export const tryDump = async (databaseUrl: string, signal: AbortSignal) => {
  const { address, env } = reachWithCertificates(databaseUrl)
  const args = ['--schema-only', ...WITHOUT, '--exclude-schema=*', '--file=/dev/null']
  await runProgram('pg_dump', [...args, address], { signal, env })
}

/** @throws BackupError if the database already has tables, other than those of extensions */
export const refuseFilled = async (database: Database) => {
  const [found] =
    await database.query(sql`select 1 from pg_class c join pg_namespace n on n.oid = c.relnamespace
    where c.relkind = 'r' and n.nspname in ('public', 'pgboss') and not exists (select 1 from pg_depend d
      where d.classid = 'pg_class'::regclass and d.objid = c.oid and d.deptype = 'e') limit 1`)
  if (found)
    throw new BackupError(
      'The database at DATABASE_URL has tables already. Create an empty one (createdb) and name it in DATABASE_URL.',
    )
}

const schemasOf = async (database: Database) =>
  new Set(
    (await database.query<{ name: string }>(sql`select nspname as name from pg_namespace`)).map(
      ({ name }) => name,
    ),
  )

type Rights = {
  readonly user: string
  readonly database: string
  readonly inPublic: boolean
  readonly inDatabase: boolean
}

/** @throws BackupError naming the right that the user lacks to create the tables of the product */
export const refuseWithoutRights = async (database: Database) => {
  const [rights] =
    await database.query<Rights>(sql`select current_user as user, current_database() as database,
    has_schema_privilege('public', 'create') as "inPublic",
    has_database_privilege(current_database(), 'create') or to_regnamespace('pgboss') is not null as "inDatabase"`)
  if (!rights || (rights.inPublic && rights.inDatabase)) return
  const [right, place] = rights.inPublic
    ? ['create schemas', `DATABASE "${rights.database}"`]
    : ['create tables', 'SCHEMA public']
  throw new BackupError(
    `The user ${rights.user} may not ${right} in the database ${rights.database}. As its owner or a superuser: GRANT CREATE ON ${place} TO "${rights.user}". Nothing was changed.`,
  )
}

/**
 * Restores a dump into an empty database, in a single transaction and without rights of a superuser: the product's own schemas
 * and tables alone, since dumps of earlier versions hold all that was in the database.
 */
export const loadPostgres = async (
  database: Database,
  databaseUrl: string,
  dump: string,
  signal: AbortSignal,
) => {
  const { address, env } = reachWithCertificates(databaseUrl)
  const lines: string[] = []
  await runProgram('pg_restore', ['--list', dump], { signal, env, onLine: line => void lines.push(line) })
  const entries = restoredEntries(lines, productNames(), await schemasOf(database))
  const list = path.join(scratchFolder(), newUid())
  await writeFile(list, `${entries.join('\n')}\n`, { mode: 0o600 })
  const args = [...WITHOUT, '--exit-on-error', '--single-transaction', `--use-list=${list}`]
  await runProgram('pg_restore', [...args, `--dbname=${address}`, dump], { signal, env })
}
