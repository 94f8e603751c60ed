import { describe, expect, it } from 'vitest'
import { isOutranked, isOwnAccount } from '~/model/access'
import { type Role, roles } from '~/model/grants'
import { pictureBytes } from '~/model/pictures'
import type { User } from '~/model/record-of'
import { users } from '~/model/resources/users'
import { videos } from '~/model/resources/videos'
import { uploadGrant } from '~/server/features/uploads/upload-routes'
import { outdatesLinks, seatsOf, userHooks } from '~/server/features/users/user-hooks'
import type { Config } from '~/server/platform/config/config'
import { GB, maxUploadBytes } from '~/server/records/reserved-files'

const museum = { ref: 'companies/museum', label: 'Museum' } as const

describe('the seats of a user', () => {
  it.each([
    ['active', 1, 1],
    ['disabled', 1, 0],
    ['pending', 0, 0],
    ['deleted', 0, 0],
  ])('a user who is %s takes %d seats and %d active seats', (status, seats, maxActive) => {
    expect(seatsOf({ company: museum, status })).toEqual({ company: 'museum', users: seats, maxActive })
  })

  it('an absent user takes no seats, and a user without a company takes those of none', () => {
    expect(seatsOf(undefined)).toEqual({ company: null, users: 0, maxActive: 0 })
    expect(seatsOf({ company: null, status: 'active' })).toEqual({ company: null, users: 1, maxActive: 1 })
  })
})

describe('the one-time links of a user', () => {
  const before = { email: 'ann@example.com', role: 'manager', company: museum, status: 'active' } as const

  it.each([
    ['nothing', {}, false],
    ['the address', { email: 'ann@example.org' }, true],
    ['the role', { role: 'viewer' }, true],
    ['the company', { company: { ref: 'companies/quay', label: 'Quay' } }, true],
    ['the status to disabled', { status: 'disabled' }, false],
    ['the status to deleted', { status: 'deleted' }, false],
  ] as const)('determines whether a change of %s invalidates one-time links: %s', (_name, change, over) => {
    expect(outdatesLinks(before, { ...before, ...change })).toBe(over)
  })

  it('activating an account invalidates its one-time links', () => {
    for (const status of ['disabled', 'pending', 'deleted'] as const)
      expect(outdatesLinks({ ...before, status }, before)).toBe(true)
  })
})

describe('the rules of ranks', () => {
  const actor = (role: Role, uid = 'me') => ({
    actor: { uid, role, company: 'museum', managed: [], open: [], licensed: false },
  })
  /** Whether the hook authorizes the operation; it reads only these fields of a user. */
  const may = (role: Role, operation: 'update' | 'delete', record: Partial<User>) => {
    try {
      userHooks.authorize?.(actor(role), operation, record as User)
      return true
    } catch {
      return false
    }
  }

  it('a user cannot change users of a higher rank', () => {
    for (const [rank, role] of roles.entries())
      for (const [above, other] of roles.entries())
        expect([role, other, may(role, 'update', { uid: 'other', role: other })]).toEqual([
          role,
          other,
          above <= rank,
        ])
  })

  it('users cannot delete their own account but may change it', () => {
    for (const role of roles) {
      expect(may(role, 'delete', { uid: 'me', role })).toBe(false)
      expect(may(role, 'update', { uid: 'me', role })).toBe(true)
      expect(may(role, 'delete', { uid: 'other', role })).toBe(true)
    }
  })

  it('the panel applies the same rules of ranks as the server', () => {
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

describe('the computed fields of a user', () => {
  it.each([
    [{ status: 'active' }, { status: 'active', isActive: true }],
    [{ status: 'disabled' }, { status: 'disabled', isActive: false }],
    [{ lang: 'fr' }, { lang: 'fr' }],
  ] as const)('computes fields for the change %j: %j', (given, computed) => {
    const changes = { ...given }
    userHooks.computeFields?.(changes)
    expect(changes).toEqual(computed)
  })
})

it('grants uploads to every role, and large ones only to roles that attach more than their own picture', () => {
  expect(uploadGrant).toEqual(Object.fromEntries(roles.map(role => [role, 'self'])))
  const config = { MAX_UPLOAD_GB: 100 } as Config
  const large = roles.filter(role => maxUploadBytes({ config }, role) === 100 * GB)
  expect(large).toEqual(expect.arrayContaining(['root', 'partner', 'admin']))
  expect(large).not.toContain('viewer')
  expect(maxUploadBytes({ config }, 'viewer')).toBe(pictureBytes)
})
