import { createHash } from 'node:crypto'

/**
 * Which of the files that an earlier backup or the store has are read again, to find bytes that a disk has lost: all, or those
 * whose turn has come.
 */
export type Reading = 'all' | 'turns'

/** Days within which the turn of each file comes. `docs/operations.md` names them. */
export const TURN_DAYS = 7
const PERIOD = TURN_DAYS * 86_400_000

/** The time within the period at which the turn of a file comes: spread evenly, and the same for every backup. */
const turnOf = (id: string) => (createHash('md5').update(id).digest().readUInt32BE() / 2 ** 32) * PERIOD

/**
 * Whether the turn of a file has come since the backup before: so each file is read once in `TURN_DAYS`, however often backups
 * are made, and nothing is kept about it.
 * @param since when the backup before was made, in milliseconds since 1970; undefined: there is none
 */
export const turnSince = (reading: Reading, since: number | undefined, now = Date.now()) => {
  if (reading === 'all' || since === undefined) return () => true
  const turns = (id: string, time: number) => Math.floor((time - turnOf(id)) / PERIOD)
  return (id: string) => turns(id, now) > turns(id, since)
}
