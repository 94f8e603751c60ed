import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  realpathSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { text } from 'node:stream/consumers'
import { beforeEach, describe, expect, it } from 'vitest'
import { reached, restoredEntries } from '~/server/platform/backup/postgres-copy'
import { prepareTarget } from '~/server/platform/backup/target'
import { folderVault, namesIn } from '~/server/platform/backup/vault/vault'
import { findPrimary, hostsOf, NoPrimary } from '~/server/platform/database/primary'
import { BackupError } from '~/server/platform/storage/removal'

let folder = ''
beforeEach(() => {
  folder = realpathSync(mkdtempSync(join(tmpdir(), 'vecto-targets-')))
  mkdirSync(join(folder, 'data'))
})

describe('target folder of a backup', () => {
  const prepare = (target: string) => () =>
    prepareTarget(join(folder, target), { DATA_DIR: join(folder, 'data') })

  it.each(['data', 'data/here', 'data/deep/er', 'data/..hidden', 'data/x/../y'])(
    'rejects a backup target inside DATA_DIR: %s',
    target => {
      expect(prepare(target)).toThrow(BackupError)
      expect(prepare(target)).toThrow(/is inside DATA_DIR/)
    },
  )

  it('rejects a backup target that links into DATA_DIR', () => {
    symlinkSync(join(folder, 'data'), join(folder, 'link'))
    expect(prepare('link/here')).toThrow(/is inside DATA_DIR/)
    expect(readdirSync(join(folder, 'data'))).toEqual([])
  })

  it.each(['elsewhere', 'deep/er', 'data2', '..data', 'data/snapshots/2026-01-01T00-00-00-000Z'])(
    'creates the backup target %s',
    target => {
      prepare(target)()
      expect(existsSync(join(folder, target))).toBe(true)
    },
  )

  it('rejects a non-empty backup target and leaves its files unchanged', () => {
    mkdirSync(join(folder, 'photos'))
    writeFileSync(join(folder, 'photos', 'one.jpg'), 'kept')
    expect(prepare('photos')).toThrow(/is not empty/)
    writeFileSync(join(folder, 'photos', 'manifest.json'), '{}')
    expect(prepare('photos')).toThrow(/holds a backup already/)
    expect(readdirSync(join(folder, 'photos'))).toEqual(['manifest.json', 'one.jpg'])
  })

  it('accepts the leftovers of an interrupted backup', () => {
    mkdirSync(join(folder, 'again'))
    writeFileSync(join(folder, 'again', 'manifest.unfinished'), '')
    expect(prepare('again')).not.toThrow()
  })
})

describe('connection string for libpq programs', () => {
  it.each([
    ['postgres://u:pw@h:5432/d', 'postgres://u@h:5432/d', 'pw'],
    ['postgres://u:p%40w@h/d', 'postgres://u@h/d', 'p@w'],
    ['postgres://u:p@w@h/d', 'postgres://u@h/d', 'p@w'],
    ['postgres://u:p:w@h/d', 'postgres://u@h/d', 'p:w'],
    ['postgres://u@h/d', 'postgres://u@h/d', undefined],
    ['postgres://h:5432/d?application_name=a@b', 'postgres://h:5432/d?application_name=a@b', undefined],
  ])('the connection string %s passes its password in the environment', (url, address, password) => {
    const found = reached(url)
    expect([found.address, found.env.PGPASSWORD]).toEqual([address, password])
  })

  it('requests the primary when there are several hosts', () => {
    expect(reached('postgres://u:a@b@one,two:2/d')).toEqual({
      address: 'postgres://u@one,two:2/d',
      env: { PGPASSWORD: 'a@b', PGTARGETSESSIONATTRS: 'read-write' },
    })
  })
})

describe('parameters of the connection string', () => {
  it.each([
    ['pgbouncer=true&schema=public&connection_limit=5', ''],
    ['statement_timeout=1000&lock_timeout=5&max=3&sslaccept=strict', ''],
    ['application_name=a%20b&pgbouncer=true', '?application_name=a%20b'],
    ['encoding=utf8', '?client_encoding=utf8'],
    ['host=%2Fvar%2Frun&port=6000', '?host=%2Fvar%2Frun&port=6000'],
    ['sslmode=disable', '?sslmode=disable'],
    ['ssl=0', '?sslmode=disable'],
    ['sslmode=no-verify', '?sslmode=require'],
    ['ssl=no-verify', '?sslmode=require'],
    ['uselibpqcompat=true&sslmode=require', '?sslmode=require'],
    ['uselibpqcompat=true&sslmode=prefer', '?sslmode=prefer'],
    ['sslmode=verify-full&sslrootcert=%2Fca.pem', '?sslrootcert=%2Fca.pem&sslmode=verify-full'],
    ['uselibpqcompat=true&sslmode=verify-ca&sslrootcert=/ca', '?sslrootcert=/ca&sslmode=verify-ca'],
  ])('translates %s for libpq', (query, expected) => {
    const { address, usesNodeCertificates } = reached(`postgres://u@h/d?${query}`)
    expect([address, usesNodeCertificates]).toEqual([`postgres://u@h/d${expected}`, undefined])
  })

  it.each([
    'sslmode=verify-full',
    'sslmode=require',
    'sslmode=prefer',
    'ssl=true',
    'ssl=1',
    'sslnegotiation=direct',
  ])('verifies the server with the certificates of Node for %s', query => {
    expect(reached(`postgres://u@h/d?${query}`)).toEqual({
      address: 'postgres://u@h/d?sslmode=verify-full',
      env: {},
      usesNodeCertificates: true,
    })
  })

  it('moves a password in the parameters to the environment', () => {
    expect(reached('postgres://u@h/d?password=p%40w&sslmode=disable')).toEqual({
      address: 'postgres://u@h/d?sslmode=disable',
      env: { PGPASSWORD: 'p@w' },
    })
  })

  it('accepts a percent sign that begins no escape in a password', () => {
    expect(reached('postgres://u:100%@h/d').env).toEqual({ PGPASSWORD: '100%' })
  })
})

describe('entries of a dump', () => {
  const names = {
    tables: new Set(['files', 'migrations']),
    words: new Set(['files', 'files_owner', 'fold', 'files_removed']),
  }
  const kept = (lines: readonly string[], existing: readonly string[] = []) =>
    restoredEntries(lines, names, new Set(existing))

  it('omits objects that are not the product’s own', () => {
    expect(
      kept([
        ';',
        '; Archive created at 2026-11-28',
        '2; 3079 16400 EXTENSION - pg_trgm ',
        '3412; 0 0 COMMENT - EXTENSION pg_trgm ',
        '5; 2615 2200 SCHEMA - public pg_database_owner',
        '8; 2615 2300 SCHEMA - dba dba',
        '221; 1255 16395 FUNCTION public audit() dba',
        '222; 1247 16396 TYPE public mood dba',
        '217; 1259 16386 TABLE public notes dba',
        '217; 1259 16386 TABLE dba files dba',
        '3403; 0 16386 TABLE DATA public notes dba',
        '3260; 2606 16390 CONSTRAINT public notes notes_pkey dba',
        '3261; 1259 16391 INDEX public files_trgm dba',
        '3262; 2620 16392 TRIGGER public files audited dba',
        '3263; 0 0 ACL public TABLE files dba',
        '3264; 3256 16393 POLICY public files own dba',
        '3265; 6104 16394 PUBLICATION - all_tables dba',
        '3266; 3466 16395 EVENT TRIGGER - watch dba',
        '3267; 1259 16397 VIEW public files_view dba',
        '3268; 1259 16398 MATERIALIZED VIEW public files dba',
      ]),
    ).toEqual([])
  })

  it('restores the tables, functions, indexes and triggers of the product and its whole queue', () => {
    const own = [
      '7; 2615 16391 SCHEMA - pgboss app',
      '221; 1255 16395 FUNCTION public fold(text) app',
      '218; 1259 16392 TABLE pgboss job app',
      '219; 1247 16400 TYPE pgboss job_state app',
      '220; 0 0 TABLE ATTACH pgboss job_common app',
      '222; 0 0 INDEX ATTACH pgboss job_common_pkey app',
      '217; 1259 16386 TABLE public files app',
      '3403; 0 16386 TABLE DATA public files app',
      '3260; 2606 16390 CONSTRAINT public files files_pkey app',
      '3261; 1259 16391 INDEX public files_owner app',
      '3262; 2620 16392 TRIGGER public files files_removed app',
      '3263; 2620 16393 TRIGGER public files files_counted_insert app',
      '3264; 2606 16394 FK CONSTRAINT public files files_user_fkey app',
    ]
    expect(kept(own)).toEqual(own)
    expect(kept(own, ['pgboss'])).toEqual(own.slice(1))
  })
})

describe('hosts of a database', () => {
  it('splits several hosts, also when the password contains an @', () => {
    expect(hostsOf('postgres://u:a@b@one:1,two/d?x=1')).toEqual([
      'postgres://u:a@b@one:1/d?x=1',
      'postgres://u:a@b@two/d?x=1',
    ])
  })

  it('lists unreachable hosts without their passwords', async () => {
    const closed = [
      'postgres://u:secret@127.0.0.1:9/d?password=hidden',
      'postgres://127.0.0.1:9?password=hidden',
    ]
    const error = await findPrimary(closed).catch((caught: unknown) => caught)
    expect(error).toBeInstanceOf(NoPrimary)
    expect(String(error)).toMatch(/127\.0\.0\.1:9 \(.*\), 127\.0\.0\.1:9 \(/)
    expect(String(error)).not.toMatch(/secret|hidden/)
  })
})

describe('folder vault', () => {
  it('stores, replaces, lists and removes objects by name', async () => {
    const vault = folderVault(join(folder, 'vault'))
    await vault.put('files/a', Readable.from(['one']), 3)
    await vault.put('files/a', Readable.from(['another']), 7)
    expect([await namesIn(vault, 'files/'), await text(await vault.get('files/a'))]).toEqual([
      ['files/a'],
      'another',
    ])
    await vault.remove('files/a')
    await expect(vault.get('files/a')).rejects.toThrow(BackupError)
  })

  it('keeps nothing of an interrupted upload', async () => {
    const vault = folderVault(join(folder, 'vault'))
    const cutOff = Readable.from(
      (function* () {
        yield 'half'
        throw new Error('the connection was lost')
      })(),
    )
    await expect(vault.put('files/a', cutOff, 8)).rejects.toThrow('the connection was lost')
    expect(readdirSync(join(folder, 'vault', 'files'))).toEqual([])
  })
})
