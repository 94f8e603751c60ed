import { sql } from 'drizzle-orm'
import { messageOf } from '~/model/errors'
import type { Database } from './database'

/** The SQLSTATE of a failed statement, such as `23505` for a duplicate. */
export const sqlState = (error: unknown) =>
  error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : undefined

export const DUPLICATE = '23505'
export const DUPLICATE_TABLE = '42P07'
export const DEADLOCK = '40P01'
export const REFERRED_TO = '23503'
/** A check of the database refuses a value. */
export const REFUSED_VALUE = '23514'
/** A write on a standby, or on a primary that was set to read only. */
export const READ_ONLY = '25006'

/** A lock was not had within `lock_timeout`. */
export const LOCK_NOT_AVAILABLE = '55P03'

type Explanation = {
  readonly applies: (error: Error) => boolean
  readonly sentence: (name: string) => string
}

const hasCode =
  (...codes: readonly string[]) =>
  (error: Error) =>
    codes.includes(sqlState(error) ?? '')

const matches =
  (pattern: RegExp) =>
  ({ message }: Error) =>
    pattern.test(message)

/** Why a connection to PostgreSQL cannot be made, with the remedy. The first that applies counts. */
const explanations: readonly Explanation[] = [
  {
    applies: matches(/does not support SSL/),
    sentence: name =>
      `The database does not offer TLS, which ${name} requires: switch TLS on there (ssl = on), or write sslmode=disable on a network that you trust.`,
  },
  {
    applies: hasCode('ERR_TLS_CERT_ALTNAME_INVALID'),
    sentence: name =>
      `The certificate of the database is for another host name: let ${name} name the host as its certificate does, or write sslmode=no-verify to take any certificate.`,
  },
  {
    applies: hasCode('CERT_HAS_EXPIRED', 'CERT_NOT_YET_VALID'),
    sentence: () =>
      'The certificate of the database has expired, or is not valid yet: renew it there, and compare the clocks of both machines.',
  },
  {
    applies: error => /^(DEPTH_ZERO_SELF_SIGNED|SELF_SIGNED|UNABLE_TO_)/.test(sqlState(error) ?? ''),
    sentence: name =>
      `No known authority has signed the certificate of the database: give that of its authority in ${name} (sslrootcert=/path/ca.pem) or in NODE_EXTRA_CA_CERTS, or write sslmode=no-verify to take any certificate.`,
  },
  {
    applies: error => /^ERR_(SSL|OSSL|TLS)/.test(sqlState(error) ?? ''),
    sentence: name =>
      `TLS with the database fails: compare the host and port of ${name} and its parameters sslmode, sslrootcert, sslcert and sslkey.`,
  },
  {
    applies: matches(/no pg_hba\.conf entry.*no encryption|SSL (connection )?is required/is),
    sentence: name => `The database takes connections with TLS only: add sslmode=verify-full to ${name}.`,
  },
  {
    applies: matches(/no pg_hba\.conf entry/i),
    sentence: () =>
      'The database takes no connections of this role from this machine: add a line for it to pg_hba.conf there, and reload.',
  },
  {
    applies: matches(/password must be a (non-empty )?string|no password supplied/i),
    sentence: name =>
      `The database requires a password: write it into ${name} as postgres://user:password@host:5432/name.`,
  },
  {
    applies: hasCode('28P01', '28000'),
    sentence: name =>
      `The database refuses the sign-in: compare the user and the password of ${name} with the role there.`,
  },
  {
    applies: hasCode('3D000'),
    sentence: name =>
      `The database of ${name} does not exist: make it (create database … encoding 'UTF8' template template0), or correct the name.`,
  },
  {
    applies: hasCode('42501'),
    sentence: name =>
      `The role of ${name} may not connect to its database: grant connect, create on database … to the role.`,
  },
  {
    applies: hasCode('ENOTFOUND', 'EAI_AGAIN'),
    sentence: name => `The host name of ${name} is unknown here: correct it, or look at the name service.`,
  },
  {
    applies: hasCode('ECONNREFUSED', 'EHOSTUNREACH', 'ENETUNREACH', 'ETIMEDOUT', 'ENOENT'),
    sentence: name =>
      `No database answers at the host and port of ${name}: start it there, and see listen_addresses and the firewall.`,
  },
  {
    applies: hasCode('53300'),
    sentence: () =>
      'The database has no connection left: raise max_connections, or the connection limit of the role.',
  },
  {
    applies: matches(/^(timeout (exceeded|expired)|Connection terminated)/),
    sentence: name =>
      `No answer of a database comes from the host and port of ${name}: compare both, and see the firewall.`,
  },
]

/** A connection that cannot be made, in a sentence with the remedy; the code is that of the cause. */
class ConnectionFailed extends Error {
  readonly code: string | undefined
  constructor(message: string, cause: Error) {
    super(message, { cause })
    this.code = sqlState(cause)
  }
}

/** The driver's error in a sentence with the remedy, where it is of the connection; else the error itself. */
export const explainConnection = (error: unknown, name = 'DATABASE_URL') => {
  if (!(error instanceof Error)) return new Error(String(error))
  const [inner] = error instanceof AggregateError ? error.errors : []
  const cause = inner instanceof Error ? inner : error
  const found = explanations.find(({ applies }) => applies(cause))
  return found ? new ConnectionFailed(`${found.sentence(name)} (${messageOf(cause)})`, cause) : error
}

/** A connection was refused, lost or terminated, or the database is a standby that has not been promoted yet (25006). */
const lost = [
  ...['ECONNREFUSED', 'ECONNRESET', 'ETIMEDOUT', 'EHOSTUNREACH', 'ENETUNREACH', 'ENOTFOUND'],
  ...['EAI_AGAIN', '57P01', '57P02', '57P03', '53300', '08006', '25006'],
]

/**
 * A pipe broke, which may be that of another program, a statement timed out (57014), a lock was not available (55P03,
 * 40P01), a transaction was idle for too long (25P03). A retry may succeed.
 */
const transient = ['EPIPE', '57014', '55P03', '40P01', '25P03']

/** The socket of a database on this machine is missing. ENOENT of a file is no sign that the database is away. */
const isOfSocket = (error: Error) =>
  sqlState(error) === 'ENOENT' && 'syscall' in error && error.syscall === 'connect'

/** The driver's errors for a lost or unavailable connection carry no code, only a message. */
const isOfConnection = ({ message }: Error) =>
  /^(timeout (exceeded|expired)|Connection terminated|Client (has encountered|was closed)|Cannot use a pool)/.test(
    message,
  )

/** A pooler's word for a database that does not answer; of PostgreSQL itself the same code is no FATAL error. */
const isOfPooler = (error: Error) =>
  sqlState(error) === '08P01' && 'severity' in error && error.severity === 'FATAL'

/** Whether the connection to the database was lost, which no statement can be blamed for. */
export const isConnectionLost = (error: unknown) =>
  error instanceof Error &&
  (lost.includes(sqlState(error) ?? '') || isOfConnection(error) || isOfPooler(error))

/** Whether the database was not there to answer, or not then. */
export const isUnavailable = (error: unknown) =>
  isConnectionLost(error) ||
  (error instanceof Error && (transient.includes(sqlState(error) ?? '') || isOfSocket(error)))

/** Runs `work` under a savepoint: if it fails, its changes are rolled back and the transaction continues. */
export const attempt = async <T>(tx: Database, work: () => Promise<T>): Promise<T> => {
  await tx.run(sql`savepoint attempt`)
  try {
    return await work()
  } catch (error) {
    await tx.run(sql`rollback to savepoint attempt`)
    throw error
  } finally {
    await tx.run(sql`release savepoint attempt`)
  }
}
