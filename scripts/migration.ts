import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { registry } from '~/model/registry'
import { readConfig } from '~/server/platform/config/config'
import { connect } from '~/server/platform/database/connection'
import {
  isConcurrent,
  migrate,
  migrationsFolder,
  readMigrations,
} from '~/server/platform/database/migrations'
import { schemaDifference } from '~/server/records/schema-difference'

/** Writes the statements, if any, as the next migration. */
const write = (name: string, statements: readonly string[]) => {
  if (statements.length === 0) return
  const number = String(1 + Number(readMigrations().at(-1)?.name.slice(0, 4) ?? 0)).padStart(4, '0')
  const file = path.join(migrationsFolder, `${number}_${name}.sql`)
  writeFileSync(file, `${statements.join('\n')}\n`)
  console.log(`Wrote ${path.relative(process.cwd(), file)}`)
}

/**
 * `npm run migration -- <name>`: writes the migration that the definitions need, from an empty database upwards, and one of
 * its own for indexes of tables that are there.
 */
const folder = mkdtempSync(path.join(tmpdir(), 'vecto-migration-'))
const connection = await connect(readConfig({ DATA_DIR: folder }, ''))
try {
  await migrate(connection)
  const statements = await schemaDifference(connection.database, Object.values(registry))
  if (statements.length === 0) console.log('The migrations already make what the definitions say.')
  const name = process.argv[2] ?? 'resources'
  write(
    name,
    statements.filter(statement => !isConcurrent(statement)),
  )
  write(`${name}-indexes`, statements.filter(isConcurrent))
} finally {
  await connection.close()
  rmSync(folder, { recursive: true, force: true })
}
