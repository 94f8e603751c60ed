import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { sql } from 'drizzle-orm'
import { readConfig } from '~/server/platform/config/config'
import { connect } from '~/server/platform/database/connection'
import type { Database } from '~/server/platform/database/database'
import { type Listed, listedIn } from '~/server/platform/snapshots/manifest'
import { compiled } from './compiled-server'

type CommandName = 'backup' | 'restore' | 'files-copy' | 'doctor' | 'migrate'

type Env = Readonly<Record<string, string>>

export type Ended = { readonly status: number | null; readonly output: string }

/** Runs one of the commands in its own process, compiled like the server. */
export const startCommand = (name: CommandName, args: readonly string[], env: Env) => {
  const child: ChildProcess = spawn(process.execPath, [compiled(name), ...args], {
    env: { ...process.env, DATABASE_URL: '', ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let output = ''
  for (const stream of [child.stdout, child.stderr])
    stream?.on('data', chunk => {
      output += chunk
    })
  const ended: Promise<Ended> = once(child, 'close').then(([status]) => ({ status, output }))
  return { child, ended, output: () => output }
}

export const command = (name: CommandName, args: readonly string[], env: Env) =>
  startCommand(name, args, env).ended

/** Opens the database of a stopped server while `work` runs. */
export const withDatabase = async <T>(env: Env, work: (database: Database) => Promise<T>) => {
  const connection = await connect(readConfig(env, 'test'))
  try {
    return await work(connection.database)
  } finally {
    await connection.close()
  }
}

/** Every row of every table, as sorted text; without the holds, which belong to the backup itself. */
export const everyRow = async (database: Database) => {
  const tables = await database.query<{ name: string }>(
    sql`select format('%I.%I', n.nspname, c.relname) as name from pg_class c join pg_namespace n on n.oid = c.relnamespace
      where c.relkind = 'r' and n.nspname in ('public', 'pgboss') and c.relname <> 'backup_holds' order by 1`,
  )
  const rows: Record<string, string[]> = {}
  for (const { name } of tables) {
    const found = await database.query<{ row: string }>(
      sql`select to_jsonb(t)::text as row from ${sql.raw(name)} t`,
    )
    rows[name] = found.map(({ row }) => row).sort()
  }
  return rows
}

/** The files of a backup that differ from its database. */
export const faultsIn = async (folder: string) => {
  const found: Pick<Listed, 'id' | 'fault'>[] = []
  for await (const { id, fault } of listedIn(folder)) if (fault) found.push({ id, fault })
  return found
}

type Line = { readonly id: string; readonly size: number; readonly md5: string; readonly fault?: string }

/** Rewrites a backup in the former format, in which the manifest contains the list of files. */
export const asFormerBackup = (folder: string) => {
  const [manifest, list] = [join(folder, 'manifest.json'), join(folder, 'files.jsonl')]
  const { list: _list, ...head } = JSON.parse(readFileSync(manifest, 'utf8'))
  const lines: Line[] = readFileSync(list, 'utf8')
    .trim()
    .split('\n')
    .map(line => JSON.parse(line))
  const files = lines
    .filter(({ fault }) => fault !== 'missing')
    .map(({ id, size, md5 }) => ({ id, size, md5 }))
  const faulty = lines.filter(({ fault }) => fault).map(({ id, fault }) => ({ id, reason: fault }))
  writeFileSync(manifest, JSON.stringify({ ...head, format: 1, files, faulty }, null, 1))
  rmSync(list)
}
