import { sqlState } from './sql-state'

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

/** The socket of a database on this machine is not there. Of files, ENOENT says nothing about the database. */
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
