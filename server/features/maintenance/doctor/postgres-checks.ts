import { sql } from 'drizzle-orm'
import { messageOf } from '~/model/errors'
import { explainConnection } from '~/server/platform/database/connection-errors'
import type { Database } from '~/server/platform/database/database'
import { NoPrimary } from '~/server/platform/database/hosts'
import { requireFit, UnfitDatabase } from '~/server/platform/database/requirements'
import { findProgram } from '~/server/platform/process/find-program'
import { run } from '~/server/platform/process/run-program'
import { error, type Finding, ok, warning } from './findings'

export const checkConnection = async (database: Database): Promise<Finding> => {
  try {
    await database.query(sql`select 1`)
    return ok('The database answers')
  } catch (problem) {
    return error(messageOf(explainConnection(problem)), 'The other checks of the database wait for that.')
  }
}

/** What a start refuses, without a start. */
export const checkFitness = async (database: Database): Promise<Finding> => {
  try {
    await requireFit(database)
    return ok('Encoding, parameters and rights of the database fit')
  } catch (problem) {
    if (!(problem instanceof UnfitDatabase || problem instanceof NoPrimary)) throw problem
    return error(problem.message, 'The server does not start until then.')
  }
}

/** Major versions of PostgreSQL that the tests run on, the newest as the embedded database; `docs/operations.md` names them. */
const VERSIONS = { oldest: 15, newest: 18 } as const

const majorOf = async (database: Database) => {
  const [row] = await database.query<{ version: number }>(
    sql`select current_setting('server_version_num')::int as version`,
  )
  return Math.floor((row?.version ?? 0) / 10_000)
}

export const judgeVersion = (major: number): Finding => {
  if (major < VERSIONS.oldest)
    return error(
      `PostgreSQL ${major} is too old`,
      `Upgrade it to a version from ${VERSIONS.oldest} to ${VERSIONS.newest}.`,
    )
  return major > VERSIONS.newest
    ? warning(
        `PostgreSQL ${major} is newer than what this version was tested with`,
        `Use a version from ${VERSIONS.oldest} to ${VERSIONS.newest}, or try upgrades and backups on a copy first.`,
      )
    : ok(`PostgreSQL ${major}`)
}

export const checkServerVersion = async (database: Database) => judgeVersion(await majorOf(database))

/** `pg_dump (PostgreSQL) 15.8 (Debian …)` → 15; 0 if it does not say. */
export const versionIn = (said: string) => Number(/\) (\d+)/.exec(said)?.[1] ?? 0)

const versionOf = async (program: string) => {
  let said = ''
  const onLine = (line: string) => {
    said ||= line
  }
  await run(program, ['--version'], { cwd: '/', onLine, signal: AbortSignal.timeout(10_000) })
  return versionIn(said)
}

const INSTALL = "Install PostgreSQL's client programs (Debian: postgresql-client)"

/** The programs of backups, which work with servers of their own version and older ones. */
export const checkClientProgram = async (
  database: Database,
  name: 'pg_dump' | 'pg_restore',
): Promise<Finding> => {
  const [server, program] = [await majorOf(database), findProgram(name)]
  if (!program)
    return warning(
      `${name} is missing: backups are not possible here`,
      `${INSTALL} of version ${server} or later.`,
    )
  const version = await versionOf(program)
  return version < server
    ? error(
        `${name} ${version} is older than the server, PostgreSQL ${server}: backups fail`,
        `${INSTALL} of version ${server} or later, and put them first on PATH.`,
      )
    : ok(`${name} ${version}`)
}
