import { describe, expect, it } from 'vitest'
import { scopeNamesOf } from '~/model/grants'
import { resourceNames, resourceOf } from '~/model/registry'
import { mayViewAs, viewCovers } from '~/model/view-as'
import { actorOf } from '~/src/admin/actor'
import { ownCompany, personOf } from '../support/person'

/** Who may see the panel as whom, root aside, who reads everything. */
const pairs = [
  ['partner', 'admin'],
  ['partner', 'manager'],
  ['partner', 'editor'],
  ['partner', 'viewer'],
  ['admin', 'manager'],
  ['admin', 'editor'],
  ['admin', 'viewer'],
] as const

/** Personal, and of no harm: the views of lists that somebody saved, and the downloads that everybody sees. */
const harmless = ['self', 'shared', 'published']

describe('who may see the panel as whom', () => {
  const viewer = { uid: 'other', role: 'viewer', status: 'active', company: ownCompany }
  const admin = actorOf(personOf('admin'))

  it('is decided by rank, company and status', () => {
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

describe('what a view shows', () => {
  it.each(pairs)('a %s who sees the panel as a %s: is what they read themselves', (by, as) => {
    const more = resourceNames.filter(name => {
      const resource = resourceOf(name)
      const [own, theirs] = [by, as].map(role => scopeNamesOf(resource.grants.read, role))
      const isRead = own?.some(scope => ['open', 'managed', 'own', 'all'].includes(scope))
      const isNeeded = theirs?.some(scope => !harmless.includes(scope))
      const covers = by === 'admin' ? isRead : own?.some(scope => ['open', 'managed', 'all'].includes(scope))
      return isNeeded && !resource.confidential && !covers
    })
    expect(more).toEqual([])
  })

  it('is nothing confidential, and no operation but reading', () => {
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
