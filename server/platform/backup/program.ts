import { findProgram } from '~/server/platform/process/find-program'
import { run } from '~/server/platform/process/run-program'
import { BackupError } from '~/server/platform/storage/backup-error'

type Options = {
  readonly signal: AbortSignal
  readonly env?: Readonly<Record<string, string>>
  /** Called with each line of standard output. */
  readonly onLine?: (line: string) => void
}

/**
 * Runs a system program to completion.
 * @throws BackupError if it is missing, or with its error output if it fails
 */
export const runProgram = async (
  name: 'tar' | 'pg_dump' | 'pg_restore',
  args: readonly string[],
  options: Options,
) => {
  const program = findProgram(name)
  if (!program)
    throw new BackupError(
      name === 'tar'
        ? 'The program tar is missing: install it.'
        : `The program ${name} is missing: install PostgreSQL's client programs (Debian: postgresql-client), of the server's version or later.`,
    )
  const { code, tail } = await run(program, args, { cwd: '/', ...options })
  if (code !== 0) throw new BackupError(`${name} failed: ${tail.trim() || `exit code ${code}`}`)
}
