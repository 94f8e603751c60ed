import { describe, expect, it } from 'vitest'
import { isOutranked, isOwnAccount } from '~/model/accounts'
import { type Role, roles } from '~/model/grants'
import type { User } from '~/model/record-of'
import { users } from '~/model/resources/users'
import { videos } from '~/model/resources/videos'
import { uploadGrant } from '~/server/features/uploads/upload-routes'
import { outdatesLinks, seatsOf, userHooks } from '~/server/features/users/user-hooks'

const museum = { ref: 'companies/museum', label: 'Museum' } as const

describe('the seats of a user', () => {
  it.each([
    ['active', 1, 1],
    ['disabled', 1, 0],
    ['pending', 0, 0],
    ['deleted', 0, 0],
  ])('who is %s are %d, and %d active', (status, seats, maxActive) => {
    expect(seatsOf({ company: museum, status })).toEqual({ company: 'museum', users: seats, maxActive })
  })

  it('are none before there is one, and of no company without one', () => {
    expect(seatsOf(undefined)).toEqual({ company: null, users: 0, maxActive: 0 })
    expect(seatsOf({ company: null, status: 'active' })).toEqual({ company: null, users: 1, maxActive: 1 })
  })
})

describe('the links of a user', () => {
  const before = { email: 'ann@example.com', role: 'manager', company: museum, status: 'active' } as const

  it.each([
    ['nothing', {}, false],
    ['the address', { email: 'ann@example.org' }, true],
    ['the role', { role: 'viewer' }, true],
    ['the company', { company: { ref: 'companies/quay', label: 'Quay' } }, true],
    ['the account, which is disabled', { status: 'disabled' }, false],
    ['the account, which is deleted', { status: 'deleted' }, false],
  ] as const)('are over after a change of %s: %s', (_name, change, over) => {
    expect(outdatesLinks(before, { ...before, ...change })).toBe(over)
  })

  it('are over once the account is active again', () => {
    for (const status of ['disabled', 'pending', 'deleted'] as const)
      expect(outdatesLinks({ ...before, status }, before)).toBe(true)
  })
})

describe('the rules of ranks', () => {
  const actor = (role: Role, uid = 'me') => ({
    actor: { uid, role, company: 'museum', managed: [], open: [], licensed: false },
  })
  /** What the hook reads of a user. */
  const may = (role: Role, operation: 'update' | 'delete', record: Partial<User>) => {
    try {
      userHooks.authorize?.(actor(role), operation, record as User)
      return true
    } catch {
      return false
    }
  }

  it('let nobody change or delete who ranks above', () => {
    for (const [rank, role] of roles.entries())
      for (const [above, other] of roles.entries())
        expect([role, other, may(role, 'update', { uid: 'other', role: other })]).toEqual([
          role,
          other,
          above <= rank,
        ])
  })

  it('let nobody delete their own account, though they may change it', () => {
    for (const role of roles) {
      expect(may(role, 'delete', { uid: 'me', role })).toBe(false)
      expect(may(role, 'update', { uid: 'me', role })).toBe(true)
      expect(may(role, 'delete', { uid: 'other', role })).toBe(true)
    }
  })

  it('are those that the panel shows', () => {
    for (const role of roles)
      for (const other of roles) {
        const record = { uid: 'other', role: other }
        expect(isOutranked(users, actor(role).actor, record)).toBe(!may(role, 'update', record))
      }
    expect(isOutranked(users, actor('viewer').actor, { role: 'stranger' })).toBe(false)
    expect(isOutranked(videos, actor('viewer').actor, { role: 'root' })).toBe(false)
    expect([
      isOwnAccount(users, actor('root').actor, { uid: 'me' }),
      isOwnAccount(videos, actor('root').actor, { uid: 'me' }),
    ]).toEqual([true, false])
  })
})

describe('what is computed of a user', () => {
  it.each([
    [{ status: 'active' }, { status: 'active', isActive: true }],
    [{ status: 'disabled' }, { status: 'disabled', isActive: false }],
    [{ lang: 'fr' }, { lang: 'fr' }],
  ] as const)('of the change %j is %j', (given, computed) => {
    const changes = { ...given }
    userHooks.computeFields?.(changes)
    expect(changes).toEqual(computed)
  })
})

it('whoever may create or change a record with a file may upload one, and nobody else', () => {
  expect(Object.keys(uploadGrant).every(role => roles.some(each => each === role))).toBe(true)
  expect(new Set(Object.values(uploadGrant))).toEqual(new Set(['self']))
  const able = roles.filter(role => uploadGrant[role] !== undefined)
  expect(able).toEqual(expect.arrayContaining(['root', 'partner', 'admin']))
  expect(able).not.toContain('viewer')
})
