import { describe, expect, it } from 'vitest'
import { isConcurrent, isConcurrentMigration, withinTransaction } from '~/server/platform/database/migrations'

const create = 'create index concurrently if not exists users_email on users (email)'
const drop = 'drop index concurrently if exists users_mail'
const migration = (text: string) => ({ name: '0042-indexes', text })

describe('migrations that build indexes', () => {
  it.each([create, drop, 'create unique index concurrently if not exists a on b (c)'])(
    'the statement is repeatable: %s',
    statement => {
      expect(isConcurrent(statement)).toBe(true)
    },
  )

  it.each([
    'create index concurrently users_email on users (email)',
    'drop index concurrently users_mail',
    'create index if not exists users_email on users (email)',
    'reindex index concurrently users_email',
  ])('the statement is not repeatable: %s', statement => {
    expect(isConcurrent(statement)).toBe(false)
  })

  it('a migration of only concurrent statements runs outside a transaction, whatever its comments', () => {
    expect(
      isConcurrentMigration(migration(`-- Why; and how.\n${create};\n\n-- The old one\n${drop};\n`)),
    ).toBe(true)
    expect(isConcurrentMigration(migration('create table a (b text);'))).toBe(false)
  })

  it('rejects a migration with only some concurrent statements, since a failure would leave half of it', () => {
    const mixed = migration(`${create};\nalter table users add column mail text;\n`)
    expect(() => isConcurrentMigration(mixed)).toThrow(/^0042-indexes .* alone, not: alter table users/)
  })

  it('builds indexes non-concurrently on the embedded database, which has one session', () => {
    const text = withinTransaction(`${create};\n${drop};`)
    expect(text).toBe(
      'create index if not exists users_email on users (email);\ndrop index if exists users_mail;',
    )
  })
})
