import { describe, expect, it } from 'vitest'
import { readablePaths } from '~/model/access'
import { type Actor, type Role, roles } from '~/model/grants'
import { isCheaplyCounted, viewQuery } from '~/model/lists/list-address'
import { events } from '~/model/registry'
import { notifications } from '~/model/resources/notifications'
import { users } from '~/model/resources/users'
import { vectos } from '~/model/resources/vectos'

describe('the query of a saved view', () => {
  const kept = (query: string, tab = 'active', role: Role = 'root') =>
    viewQuery({ resource: users, role, tab }, query)

  it.each([
    ['', ''],
    ['?', ''],
    ['page=3', ''],
    ['?role=admin&page=3', '?role=admin'],
    ['role=admin,manager', '?role=admin%2Cmanager'],
    ['company=companies/museum', '?company=companies/museum'],
    ['company=companies%2Fmuseum', '?company=companies/museum'],
    ['keywords=ann+lee', '?keywords=ann+lee'],
    ['keywords=%C3%A9t%C3%A9', '?keywords=%C3%A9t%C3%A9'],
    ['sort=-lastname', '?sort=-lastname'],
    ['rows=30', '?rows=30'],
    ['sort=-lastname&role=admin', '?role=admin&sort=-lastname'],
    ['uid=abc,def', '?uid=abc%2Cdef'],
  ])('normalizes the query %j of a view to %j', (query, view) => {
    expect(kept(query)).toBe(view)
  })

  it.each([
    'strange=1',
    'role=stranger',
    'role=admin&role=viewer',
    'role=',
    'company=users/ann',
    'company=museum',
    'keywords=%00',
    'keywords=%20',
    'sort=password',
    'sort=stranger',
    'sort=email',
    'rows=7',
    'rows=10',
    'rows=-10',
    'lastLoginAt=yesterday',
    'password=123456',
    'messageToken=abc',
    `keywords=${'x'.repeat(201)}`,
    'role=admin&other=1',
    '__proto__=1',
    'constructor=1',
  ])('rejects the query %j, which the list does not support', query => {
    expect(kept(query)).toBeUndefined()
  })

  it('normalizing the query of a view twice gives the same query', () => {
    for (const query of ['sort=-lastname&role=admin&page=2', 'rows=30&company=companies/museum']) {
      const view = kept(query) ?? '-'
      expect(kept(view)).toBe(view)
    }
  })

  it('rejects view queries of fields that the role may not read', () => {
    const trace = (role: Role) => viewQuery({ resource: events, role, tab: '' }, 'event=create')
    expect(trace('admin')).toBe('?event=create')
    const secret = {
      ...users,
      fields: { ...users.fields, lastname: { ...users.fields.lastname, read: ['root'] as const } },
    }
    const by = (role: Role) => viewQuery({ resource: secret, role, tab: 'active' }, 'lastname=Lee')
    expect([by('root'), by('admin')]).toEqual(['?lastname=Lee', undefined])
  })
})

describe('the paths that a role may read', () => {
  it('keeps the order of readable paths without those for other roles', () => {
    const limited = ['name', { path: 'company', only: ['root', 'partner'] as const }, 'newname', 'createdBy']
    expect(readablePaths(vectos, limited, 'root')).toEqual(['name', 'company', 'createdBy'])
    expect(readablePaths(vectos, limited, 'admin')).toEqual(['name', 'createdBy'])
  })

  it('keeps paths that are no fields, such as keywords', () => {
    expect(readablePaths(users, ['keywords', 'password'], 'root')).toEqual(['keywords'])
  })
})

describe('the number of records', () => {
  const actor = (role: Role): Actor => ({
    ...{ uid: 'me', role, company: 'museum', managed: [], open: [], licensed: false },
  })

  it.each([
    [{}, true],
    [{ company: 'companies/museum' }, true],
    [{ status: ['active'], role: 'admin' }, true],
    [{ keywords: 'ann' }, false],
    [{ company: 'companies/museum', lastname: 'Lee' }, false],
  ])('counts of users with the filter %j are cheap for staff: %s', (filter, cheap) => {
    expect(isCheaplyCounted(users, actor('admin'), filter)).toBe(cheap)
  })

  it('counts are cheap for users who see only their own records', () => {
    for (const role of roles)
      expect(isCheaplyCounted(notifications, actor(role), { keywords: 'x' })).toBe(true)
    expect(isCheaplyCounted(users, actor('viewer'), { lastname: 'Lee' })).toBe(true)
  })

  it('counts within a parent are not cheap, since nothing is counted for it', () => {
    expect(isCheaplyCounted(vectos, actor('root'), { status: 'completed' })).toBe(true)
    const counted = { ...vectos, counted: ['status', 'video'] }
    expect(isCheaplyCounted(counted, actor('root'), { video: 'videos/v' })).toBe(false)
  })
})
