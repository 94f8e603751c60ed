/**
 * Whether none of these columns is null, although the table allows it: the way in which rows are written fills them, but
 * nothing holds that for rows of an earlier version or of another hand.
 */
export const isFilled = <R extends object, K extends keyof R>(
  row: R,
  ...columns: readonly [K, ...K[]]
): row is R & { [P in K]: NonNullable<R[P]> } => columns.every(column => row[column] !== null)
