import { describe, expect, it } from 'vitest'
import { judgeVersion, versionIn } from '~/server/features/maintenance/doctor/database-checks'
import { checkNode } from '~/server/features/maintenance/doctor/machine-checks'
import { statusOf } from '~/server/features/maintenance/health-routes'
import { chosen } from '~/server/features/maintenance/maintenance-routes'
import { hasToken } from '~/server/features/maintenance/metrics-routes'

describe('the health of a server', () => {
  it.each([
    [true, false, 'ok'],
    [false, false, 'unavailable'],
    [true, true, 'draining'],
    [false, true, 'draining'],
  ])(
    'the health with a database that responds (%s) and a server that stops (%s) is %s',
    (database, stops, status) => {
      expect(statusOf(database, stops)).toBe(status)
    },
  )
})

describe('the token of the metrics', () => {
  it.each([
    ['Bearer secret', true],
    ['Bearer secret ', false],
    ['Bearer  secret', false],
    ['secret', false],
    ['Basic secret', false],
    ['Bearer Secret', false],
    ['Bearer ', false],
    ['', false],
    [undefined, false],
  ])('determines whether the header %j holds the metrics token: %s', (given, is) => {
    expect(hasToken(given, 'secret')).toBe(is)
  })
})

describe('the collections to maintain', () => {
  const known = ['companies', 'users']

  it.each([
    [undefined, known],
    ['', known],
    ['users', ['users']],
  ])('the name %j selects the collections %j', (name, names) => {
    expect(chosen(name, known)).toEqual(names)
  })

  it.each(['events', 'Users', 'toString', 'companies,users'])(
    'returns 404 for the unknown collection %s',
    name => {
      expect(() => chosen(name, known)).toThrow(expect.objectContaining({ status: 404 }))
    },
  )
})

describe('versions of programs', () => {
  it.each([
    ['20.18.9', 'error'],
    ['18.20.0', 'error'],
    ['20.19.0', 'ok'],
    ['20.19.0-nightly20250101', 'ok'],
    ['20.20.0', 'ok'],
    ['21.0.0', 'ok'],
    ['22.1.0', 'ok'],
    ['100.0.0', 'ok'],
    ['', 'error'],
  ])('judges the Node version %j: %s', (version, level) => {
    expect(checkNode(version).level).toBe(level)
  })

  it.each([
    [0, 'error'],
    [14, 'error'],
    [15, 'ok'],
    [18, 'ok'],
    [19, 'warning'],
  ])('judges the PostgreSQL version %d: %s', (major, level) => {
    const { remedy, ...finding } = judgeVersion(major)
    expect([finding.level, remedy === undefined]).toEqual([level, level === 'ok'])
  })

  it.each([
    ['pg_dump (PostgreSQL) 15.8 (Debian 15.8-0+deb12u1)', 15],
    ['pg_restore (PostgreSQL) 17beta2', 17],
    ['pg_dump (PostgreSQL) 9.6.24', 9],
    ['pg_dump (EnterpriseDB) 16.1', 16],
    ['', 0],
    ['command not found', 0],
  ])('parses the version in %j as %d', (said, major) => {
    expect(versionIn(said)).toBe(major)
  })
})
