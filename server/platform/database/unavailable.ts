import { sqlState } from './sql-state'

/**
 * Transient database errors: a connection was lost or terminated, a statement timed out (57014), a lock was
 * not available (55P03, 40P01), a transaction was idle for too long (25P03), the database is a standby that has not
 * been promoted yet (25006). A retry may succeed.
 */
const lost = new Set([
  ...['ECONNREFUSED', 'ECONNRESET', 'ENOENT', 'EPIPE', 'ETIMEDOUT', 'EHOSTUNREACH', 'ENETUNREACH'],
  ...['ENOTFOUND', 'EAI_AGAIN', '57P01', '57P02', '57P03', '53300', '08006'],
  ...['57014', '55P03', '40P01', '25P03', '25006'],
])

/** The driver's errors for a lost or unavailable connection carry no code, only a message. */
const isOfConnection = ({ message }: Error) =>
  /^(timeout (exceeded|expired)|Connection terminated|Client (has encountered|was closed)|Cannot use a pool)/.test(
    message,
  )

/** A pooler's word for a database that does not answer; of PostgreSQL itself the same code is no FATAL error. */
const isOfPooler = (error: Error) =>
  sqlState(error) === '08P01' && 'severity' in error && error.severity === 'FATAL'

/** Whether the database was not there to answer, or not then. */
export const isUnavailable = (error: unknown) =>
  error instanceof Error && (lost.has(sqlState(error) ?? '') || isOfConnection(error) || isOfPooler(error))
