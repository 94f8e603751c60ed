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
  it('refuses a role that a grant does not name, in scopeOf, covers and canEver', () => {
    expect(scopeOf({ root: 'all' }, actor({}))).toBe('none')
    expect(covers('none', { user: 'm', company: 'own', published: false, role: null })).toBe(false)
    expect(canEver({ root: 'all' }, 'admin')).toBe(false)
    expect(scopeOf(undefined, actor({ role: 'root' }))).toBe('none')
  })

  it('resolves the scopes of a grant to companies', () => {
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

  it('grants any user read access to published records, but no other operation', () => {
    const viewer = actor({ role: 'viewer' })
    const shown = { uid: 'd', accessible: true, status: 'active' }
    expect(allows(downloads, 'read', viewer, shown)).toBe(true)
    expect(allows(downloads, 'read', viewer, { ...shown, accessible: false })).toBe(false)
    expect(allows(downloads, 'read', viewer, { ...shown, status: 'disabled' })).toBe(false)
    expect(allows(downloads, 'update', viewer, shown)).toBe(false)
  })

  it('grants access to records of the user by the link that the resource declares as owner', () => {
    const viewer = actor({ role: 'viewer' })
    expect(allows(sessions, 'delete', viewer, { uid: 's', user: { ref: 'users/me' } })).toBe(true)
    expect(allows(sessions, 'delete', viewer, { uid: 'me', user: { ref: 'users/other' } })).toBe(false)
    expect(canEverList(users, viewer)).toBe(false)
  })

  it('allows creating companies to licensed partners only', () => {
    expect(scopeOf(companies.grants.create, partner)).toBe('none')
    expect(scopeOf(companies.grants.create, { ...partner, licensed: true })).toBe('all')
  })

  it('a partner reads records of a managed company only if it is open, but always the company', () => {
    expect(allows(medias, 'read', partner, mediaOf('open'))).toBe(true)
    expect(allows(medias, 'read', partner, mediaOf('closed'))).toBe(false)
    expect(allows(companies, 'read', partner, { uid: 'closed' })).toBe(true)
    expect(allows(companies, 'read', partner, { uid: 'strange' })).toBe(false)
  })

  it('covers a record without a company by the scope all only', () => {
    expect(allows(medias, 'read', actor({}), { uid: 'm', company: null })).toBe(false)
    expect(allows(medias, 'read', actor({ role: 'root' }), { uid: 'm', company: null })).toBe(true)
  })
})

describe('a scope', () => {
  const nobody = { user: null, company: 'own', published: false, role: null }
  const own = { companies: ['own'], published: false, self: null }

  it('resolves to none for an actor without a company; shared resolves to the own company', () => {
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

  it('covers records that colleagues shared, but neither unshared ones nor those of other companies', () => {
    const shared = { companies: [], published: false, self: null, shared: 'own' }
    expect(covers(shared, { ...nobody, shared: true })).toBe(true)
    expect(covers(shared, { ...nobody, shared: false })).toBe(false)
    expect(covers(shared, { ...nobody, shared: true, company: 'other' })).toBe(false)
    const unshared = { companies: [], published: false, self: null }
    expect(covers(unshared, { ...nobody, shared: true, company: null })).toBe(false)
    expect(covers(unshared, { ...nobody, shared: true })).toBe(false)
    expect(covers({ ...own, companies: ['other'] }, { ...nobody, company: null })).toBe(false)
  })

  it('a scope with ranks excludes users of higher rank and includes records without a rank', () => {
    const ranked = { ...own, ranks: ['editor', 'viewer'] as const }
    expect(covers(ranked, { ...nobody, role: 'editor' })).toBe(true)
    expect(covers(ranked, { ...nobody, role: 'root' })).toBe(false)
    expect(covers(ranked, { ...nobody, role: null })).toBe(true)
    expect(covers(own, { ...nobody, role: 'root' })).toBe(true)
    expect(covers({ ...ranked, self: 'me' }, { ...nobody, role: 'root', user: 'me' })).toBe(false)
  })

  it('a scope with lists excludes records of other lists and includes records without a list', () => {
    const listed = { ...own, lists: ['medias'] }
    expect(covers(listed, { ...nobody, list: 'medias' })).toBe(true)
    expect(covers(listed, { ...nobody, list: 'users' })).toBe(false)
    expect(covers(listed, nobody)).toBe(true)
    expect(covers(own, { ...nobody, list: 'users' })).toBe(true)
  })

  it('canEver is true if the grant names the role with a scope', () => {
    expect(canEver({ admin: 'own' }, 'admin')).toBe(true)
    expect(canEver({ admin: [] }, 'admin')).toBe(false)
  })
})

describe('writable fields', () => {
  it('a user below staff may write only personal fields of the own record', () => {
    const fields = writableFields(users, 'update', actor({ role: 'viewer' }), { uid: 'me' })
    const own = ['firstname', 'lang', 'lastname', 'messageToken', 'password', 'picture']
    expect(fields.sort()).toEqual([...own, ...Object.keys(notificationChoices)].sort())
  })

  it('excludes fields that the server writes, and immutable fields after creation', () => {
    const update = writableFields(medias, 'update', actor({ role: 'root' }))
    for (const locked of ['size', 'status', 'createdBy', 'checksum', 'contentType', 'createdAt'])
      expect(update).not.toContain(locked)
    expect(writableFields(medias, 'create', actor({ role: 'root' }))).toContain('checksum')
  })

  it('includes root’s fields for root only', () => {
    expect(writableFields(companies, 'update', actor({}))).not.toContain('isPartner')
    expect(writableFields(companies, 'update', actor({}))).toContain('allowPartnerAccess')
    expect(writableFields(companies, 'update', partner)).not.toContain('allowPartnerAccess')
    expect(writableFields(companies, 'update', actor({ role: 'root' }))).toContain('isPartner')
  })
})

describe('roles', () => {
  it('limits assigning a role to staff of the same or a higher rank', () => {
    expect(accessListOf('viewer')).toEqual(['admin', 'partner', 'root'])
    expect(accessListOf('partner')).toEqual(['partner', 'root'])
    expect(accessListOf('root')).toEqual(['root'])
    expect(mayGive('admin', 'partner')).toBe(false)
    expect(mayGive('manager', 'viewer')).toBe(false)
    expect([ranksAbove('partner', 'admin'), ranksAbove('admin', 'admin')]).toEqual([true, false])
  })
})

describe('the registry', () => {
  it('knows declared resources, but no inherited property names', () => {
    expect(isResourceName('medias')).toBe(true)
    expect(isResourceName('constructor')).toBe(false)
    expect(() => resourceOf('__proto__')).toThrow(/model\/registry/)
  })

  it('links target registered resources, and enabledBy names boolean fields', () => {
    for (const resource of Object.values(registry).map(({ name }) => resourceOf(name)))
      for (const [key, field] of Object.entries(resource.fields)) {
        if (field.kind === 'link') expect([key, isResourceName(field.target ?? '')]).toEqual([key, true])
        if (field.enabledBy) expect([key, resource.fields[field.enabledBy]?.kind]).toEqual([key, 'boolean'])
      }
  })

  it('labels a record by its label fields, or by the fallback field', () => {
    expect(labelOf(users, { firstname: 'Ada', lastname: 'Root', email: 'a@b.example' })).toBe('Ada Root')
    expect(labelOf(users, { firstname: null, lastname: '', email: 'a@b.example' })).toBe('a@b.example')
  })
})
