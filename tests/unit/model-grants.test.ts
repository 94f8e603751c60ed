import { describe, expect, it } from 'vitest'
import { allows, canEverList, labelOf, writableFields } from '~/model/access'
import { type Actor, accessListOf, canEver, covers, mayGive, ranksAbove, scopeOf } from '~/model/grants'
import { notificationChoices } from '~/model/notification-kinds'
import { isResourceName, registry, resourceOf } from '~/model/registry'
import { companies } from '~/model/resources/companies'
import { downloads } from '~/model/resources/downloads'
import { medias } from '~/model/resources/medias'
import { sessions } from '~/model/resources/sessions'
import { users } from '~/model/resources/users'

const actor = (more: Partial<Actor>): Actor => ({
  uid: 'me',
  role: 'admin',
  company: 'own',
  managed: [],
  open: [],
  licensed: false,
  ...more,
})
const partner = actor({ role: 'partner', managed: ['open', 'closed'], open: ['open'] })
const mediaOf = (company: string) => ({ uid: 'm', company: { ref: `companies/${company}` } })

describe('a grant', () => {
  it('refuses a role that it does not name, in all three readings', () => {
    expect(scopeOf({ root: 'all' }, actor({}))).toBe('none')
    expect(covers('none', { user: 'm', company: 'own', published: false, role: null })).toBe(false)
    expect(canEver({ root: 'all' }, 'admin')).toBe(false)
    expect(scopeOf(undefined, actor({ role: 'root' }))).toBe('none')
  })

  it('reaches the companies that its words say', () => {
    expect(scopeOf({ partner: ['own', 'open'] }, partner)).toEqual({
      companies: ['own', 'open'],
      published: false,
      self: null,
    })
    expect(scopeOf({ partner: ['own', 'managed'] }, partner)).toEqual({
      companies: ['own', 'open', 'closed'],
      published: false,
      self: null,
    })
    expect(scopeOf({ root: 'all' }, actor({ role: 'root' }))).toBe('all')
    expect(scopeOf({ viewer: 'self' }, actor({ role: 'viewer' }))).toEqual({
      companies: [],
      published: false,
      self: 'me',
    })
  })

  it('reaches what is published, whoever asks, and nothing else of it', () => {
    const viewer = actor({ role: 'viewer' })
    const shown = { uid: 'd', accessible: true, status: 'active' }
    expect(allows(downloads, 'read', viewer, shown)).toBe(true)
    expect(allows(downloads, 'read', viewer, { ...shown, accessible: false })).toBe(false)
    expect(allows(downloads, 'read', viewer, { ...shown, status: 'disabled' })).toBe(false)
    expect(allows(downloads, 'update', viewer, shown)).toBe(false)
  })

  it('reaches oneself where a record is about a user, by the link that says so', () => {
    const viewer = actor({ role: 'viewer' })
    expect(allows(sessions, 'delete', viewer, { uid: 's', user: { ref: 'users/me' } })).toBe(true)
    expect(allows(sessions, 'delete', viewer, { uid: 'me', user: { ref: 'users/other' } })).toBe(false)
    expect(canEverList(users, viewer)).toBe(false)
  })

  it('lets only a licensed partner make companies', () => {
    expect(scopeOf(companies.grants.create, partner)).toBe('none')
    expect(scopeOf(companies.grants.create, { ...partner, licensed: true })).toBe('all')
  })

  it('keeps a partner out of a managed company that gives no access, but for the company itself', () => {
    expect(allows(medias, 'read', partner, mediaOf('open'))).toBe(true)
    expect(allows(medias, 'read', partner, mediaOf('closed'))).toBe(false)
    expect(allows(companies, 'read', partner, { uid: 'closed' })).toBe(true)
    expect(allows(companies, 'read', partner, { uid: 'strange' })).toBe(false)
  })

  it('of a record without a company reaches nobody but those who reach all', () => {
    expect(allows(medias, 'read', actor({}), { uid: 'm', company: null })).toBe(false)
    expect(allows(medias, 'read', actor({ role: 'root' }), { uid: 'm', company: null })).toBe(true)
  })
})

describe('a scope', () => {
  const nobody = { user: null, company: 'own', published: false, role: null }
  const own = { companies: ['own'], published: false, self: null }

  it('of no company reaches nobody, and what is shared reaches one’s own company', () => {
    expect(scopeOf({ admin: 'own' }, actor({ company: null }))).toBe('none')
    expect(scopeOf({ admin: 'shared' }, actor({ company: null }))).toBe('none')
    expect(scopeOf({ admin: 'shared' }, actor({}))).toEqual({
      companies: [],
      published: false,
      self: null,
      shared: 'own',
    })
    expect(scopeOf({ admin: 'own' }, actor({}))).not.toHaveProperty('shared')
  })

  it('covers what colleagues shared, and neither what they did not nor what others share', () => {
    const shared = { companies: [], published: false, self: null, shared: 'own' }
    expect(covers(shared, { ...nobody, shared: true })).toBe(true)
    expect(covers(shared, { ...nobody, shared: false })).toBe(false)
    expect(covers(shared, { ...nobody, shared: true, company: 'other' })).toBe(false)
    const unshared = { companies: [], published: false, self: null }
    expect(covers(unshared, { ...nobody, shared: true, company: null })).toBe(false)
    expect(covers(unshared, { ...nobody, shared: true })).toBe(false)
    expect(covers({ ...own, companies: ['other'] }, { ...nobody, company: null })).toBe(false)
  })

  it('of ranks leaves out those above, and what has no rank stays', () => {
    const ranked = { ...own, ranks: ['editor', 'viewer'] as const }
    expect(covers(ranked, { ...nobody, role: 'editor' })).toBe(true)
    expect(covers(ranked, { ...nobody, role: 'root' })).toBe(false)
    expect(covers(ranked, { ...nobody, role: null })).toBe(true)
    expect(covers(own, { ...nobody, role: 'root' })).toBe(true)
    expect(covers({ ...ranked, self: 'me' }, { ...nobody, role: 'root', user: 'me' })).toBe(false)
  })

  it('of lists leaves out what is about others, and what is about none stays', () => {
    const listed = { ...own, lists: ['medias'] }
    expect(covers(listed, { ...nobody, list: 'medias' })).toBe(true)
    expect(covers(listed, { ...nobody, list: 'users' })).toBe(false)
    expect(covers(listed, nobody)).toBe(true)
    expect(covers(own, { ...nobody, list: 'users' })).toBe(true)
  })

  it('can ever reach something if the role is named', () => {
    expect(canEver({ admin: 'own' }, 'admin')).toBe(true)
    expect(canEver({ admin: [] }, 'admin')).toBe(false)
  })
})

describe('writable fields', () => {
  it('of one’s own record are the few that are one’s own, below staff', () => {
    const fields = writableFields(users, 'update', actor({ role: 'viewer' }), { uid: 'me' })
    const own = ['firstname', 'lang', 'lastname', 'messageToken', 'password']
    expect(fields.sort()).toEqual([...own, ...Object.keys(notificationChoices)].sort())
  })

  it('never hold what the server writes, nor what was fixed at creation', () => {
    const update = writableFields(medias, 'update', actor({ role: 'root' }))
    for (const locked of ['size', 'status', 'createdBy', 'checksum', 'contentType', 'createdAt'])
      expect(update).not.toContain(locked)
    expect(writableFields(medias, 'create', actor({ role: 'root' }))).toContain('checksum')
  })

  it('hold root’s own only for root', () => {
    expect(writableFields(companies, 'update', actor({}))).not.toContain('isPartner')
    expect(writableFields(companies, 'update', actor({}))).toContain('allowPartnerAccess')
    expect(writableFields(companies, 'update', partner)).not.toContain('allowPartnerAccess')
    expect(writableFields(companies, 'update', actor({ role: 'root' }))).toContain('isPartner')
  })
})

describe('roles', () => {
  it('are given only by staff of their rank or above', () => {
    expect(accessListOf('viewer')).toEqual(['admin', 'partner', 'root'])
    expect(accessListOf('partner')).toEqual(['partner', 'root'])
    expect(accessListOf('root')).toEqual(['root'])
    expect(mayGive('admin', 'partner')).toBe(false)
    expect(mayGive('manager', 'viewer')).toBe(false)
    expect([ranksAbove('partner', 'admin'), ranksAbove('admin', 'admin')]).toEqual([true, false])
  })
})

describe('the registry', () => {
  it('knows its resources and nothing that objects merely inherit', () => {
    expect(isResourceName('medias')).toBe(true)
    expect(isResourceName('constructor')).toBe(false)
    expect(() => resourceOf('__proto__')).toThrow(/model\/registry/)
  })

  it('holds links that lead to resources, and needs that are boolean fields', () => {
    for (const resource of Object.values(registry).map(({ name }) => resourceOf(name)))
      for (const [key, field] of Object.entries(resource.fields)) {
        if (field.kind === 'link') expect([key, isResourceName(field.target ?? '')]).toEqual([key, true])
        if (field.enabledBy) expect([key, resource.fields[field.enabledBy]?.kind]).toEqual([key, 'boolean'])
      }
  })

  it('names a record by its label fields, or what stands in for them', () => {
    expect(labelOf(users, { firstname: 'Ada', lastname: 'Root', email: 'a@b.example' })).toBe('Ada Root')
    expect(labelOf(users, { firstname: null, lastname: '', email: 'a@b.example' })).toBe('a@b.example')
  })
})
