import { createReadStream, createWriteStream, readdirSync } from 'node:fs'
import { mkdir, rm, stat } from 'node:fs/promises'
import path from 'node:path'
import { pipeline } from 'node:stream/promises'
import { createGzip } from 'node:zlib'
import { sql } from 'drizzle-orm'
import type { Database } from '~/server/platform/database/database'
import { fsyncLater, hashOf } from '~/server/platform/disk/durable'
import { type DatabaseCopy, type DatabaseTarget, listContent } from './content'
import { runProgram } from './program'

export const EMBEDDED_PART = 'database.tar.gz'

type Checkpoint = { readonly redo: string; readonly current: string }

/**
 * Segments of the write-ahead log that recovery does not read: those before the checkpoint, and recycled ones
 * after the current segment. A PostgreSQL base backup omits them too.
 */
const needlessSegments = async (database: Database, cluster: string) => {
  const [at] = await database.query<Checkpoint>(
    sql`select redo_wal_file as redo, pg_walfile_name(pg_current_wal_insert_lsn()) as current from pg_control_checkpoint()`,
  )
  if (!at) return []
  const segments = readdirSync(path.join(cluster, 'pg_wal')).filter(name => /^[0-9A-F]{24}$/.test(name))
  return segments.filter(name => name < at.redo || name > at.current)
}

const archive = async (database: Database, cluster: string, tar: string, signal: AbortSignal) => {
  const needless = await needlessSegments(database, cluster)
  const excludes = needless.map(name => `--exclude=./pg_wal/${name}`)
  // Where the cluster is a disk of its own, a restoration leaves the one before in it.
  const others = ['--exclude=./replaced-*', '--exclude=./restoring', '--exclude=./lost+found']
  await runProgram('tar', ['-cf', tar, ...excludes, ...others, '-C', cluster, '.'], { signal })
}

/**
 * Copies the database files while the database is otherwise idle. This transaction is then the only one, so
 * no other is cut off; recovery from the copy yields the state after the last commit. It writes a single
 * file, which is faster than many.
 */
const copyAtRest = async (
  database: Database,
  cluster: string,
  { tar, wanted }: { readonly tar: string; readonly wanted: string },
  signal: AbortSignal,
) => {
  // Flushes most pages beforehand, while other statements can still run.
  await database.run(sql`checkpoint`)
  return database.transaction(async tx => {
    const began = performance.now()
    const migrations = await listContent(tx, wanted)
    await tx.run(sql`checkpoint`)
    await archive(tx, cluster, tar, signal)
    return { migrations, heldMs: Math.round(performance.now() - began) }
  })
}

const compress = (tar: string, to: string, signal: AbortSignal) =>
  pipeline(createReadStream(tar), createGzip({ level: 1 }), createWriteStream(to, { mode: 0o600 }), {
    signal,
  })

/**
 * Copies the embedded database into a backup. The database is blocked only while one file is written to its
 * own disk; the file is compressed and flushed afterwards.
 * @param staging a temporary folder on the database's disk
 */
export const copyEmbedded = async (
  database: Database,
  cluster: string,
  staging: string,
  { target, wanted }: DatabaseTarget,
  signal: AbortSignal,
): Promise<DatabaseCopy> => {
  const tar = path.join(staging, 'database.tar')
  const to = path.join(target, EMBEDDED_PART)
  await rm(staging, { recursive: true, force: true })
  await mkdir(staging, { recursive: true, mode: 0o700 })
  try {
    const { migrations, heldMs } = await copyAtRest(database, cluster, { tar, wanted }, signal)
    await compress(tar, to, signal)
    await fsyncLater(to)
    const sha256 = await hashOf(to, 'sha256', 'hex', signal)
    const { size } = await stat(to)
    return { migrations, part: { kind: 'embedded', name: EMBEDDED_PART, size, sha256, heldMs } }
  } finally {
    await rm(staging, { recursive: true, force: true })
  }
}
