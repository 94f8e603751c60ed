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
