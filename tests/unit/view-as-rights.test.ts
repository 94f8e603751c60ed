import { describe, expect, it } from 'vitest'
import { scopeNamesOf } from '~/model/grants'
import { resourceNames, resourceOf } from '~/model/registry'
import { mayViewAs, viewCovers } from '~/model/view-as'
import { actorOf } from '~/src/admin/rights'
import { ownCompany, personOf } from '../support/server/person'

/** Roles that may view the panel as a user of another role; without root, who reads everything. */
const pairs = [
  ['partner', 'admin'],
  ['partner', 'manager'],
  ['partner', 'editor'],
  ['partner', 'viewer'],
  ['admin', 'manager'],
  ['admin', 'editor'],
  ['admin', 'viewer'],
] as const

/** Scopes of personal or public records: the user’s own, shared and published ones. */
const harmless = ['self', 'shared', 'published']

describe('the right to view the panel as another user', () => {
  const viewer = { uid: 'other', role: 'viewer', status: 'active', company: ownCompany }
  const admin = actorOf(personOf('admin'))

  it('allows viewing as another user by rank, company and status', () => {
    expect(mayViewAs(admin, viewer)).toBe(true)
    const refused = [
      { role: 'admin' },
      { role: 'root' },
      { role: null },
      { status: 'disabled' },
      { status: 'pending' },
      { uid: 'me' },
      { company: { ref: 'companies/foreign', label: '' } },
      { company: null },
    ]
    for (const other of refused)
      expect([other, mayViewAs(admin, { ...viewer, ...other })]).toEqual([other, false])
    expect(mayViewAs(actorOf(personOf('root')), { ...viewer, role: 'root' })).toBe(true)
    expect(mayViewAs(actorOf(personOf('manager')), viewer)).toBe(false)
    expect(mayViewAs({ ...admin, viewed: true }, viewer)).toBe(false)
  })
})

describe('the records of a view as another user', () => {
  it.each(pairs)(
    'a %s who views the panel as a %s sees only records that they may read themselves',
    (by, as) => {
      const more = resourceNames.filter(name => {
        const resource = resourceOf(name)
        const [own, theirs] = [by, as].map(role => scopeNamesOf(resource.grants.read, role))
        const isRead = own?.some(scope => ['open', 'managed', 'own', 'all'].includes(scope))
        const isNeeded = theirs?.some(scope => !harmless.includes(scope))
        const covers =
          by === 'admin' ? isRead : own?.some(scope => ['open', 'managed', 'all'].includes(scope))
        return isNeeded && !resource.confidential && !covers
      })
      expect(more).toEqual([])
    },
  )

  it('a view as another user excludes confidential resources and every operation but read', () => {
    expect(
      ['tokens', 'webhooks', 'deliveries', 'sessions', 'security_events', 'mails', 'viewings'].filter(name =>
        viewCovers(name, 'read'),
      ),
    ).toEqual([])
    expect(viewCovers('medias', 'read')).toBe(true)
    expect(
      ['create', 'update', 'delete', 'restore', 'viewAs'].filter(operation => viewCovers('users', operation)),
    ).toEqual([])
  })
})
