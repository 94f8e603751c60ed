import { describe, expect, it } from 'vitest'
import { canEverList, mustChooseCompany } from '~/model/access'
import { type Role, roles } from '~/model/grants'
import { resourceNames, resourceOf } from '~/model/registry'
import { isRemoved } from '~/model/states'
import { changesOf } from '~/src/admin/form/form-failure'
import { formFields, startingValues } from '~/src/admin/form/form-fields'
import { actorOf, mayChange, mayList } from '~/src/admin/rights'

const actor = (role: Role) =>
  actorOf({
    uid: 'me',
    role,
    company: { ref: 'companies/own', label: 'Own' },
    reach: { own: ['own'], managed: ['managed'], open: [], licensed: false },
  })
const users = resourceOf('users')
const medias = resourceOf('medias')
const companies = resourceOf('companies')
const paths = (fields: { path: string; readOnly: boolean }[]) =>
  fields.map(({ path, readOnly }) => (readOnly ? `${path} (read-only)` : path))

describe('access to lists and records', () => {
  it('users who read only themselves see no user list', () => {
    expect(mayList(users, actor('viewer'))).toBe(false)
    expect(mayList(users, actor('admin'))).toBe(true)
  })

  it('screens exist only for lists that the server allows, without published or shared records', () => {
    const lists = (may: typeof mayList) =>
      roles.flatMap(role =>
        resourceNames.filter(name => may(resourceOf(name), actor(role))).map(name => `${name} ${role}`),
      )
    const [screens, requested] = [lists(mayList), lists(canEverList)]
    expect(screens.filter(each => !requested.includes(each))).toEqual([])
    const without = requested.filter(each => !screens.includes(each)).map(each => each.split(' ')[0])
    expect([...new Set(without)]).toEqual(['downloads', 'views'])
  })

  it('a partner must choose a company before seeing a list; root and admin need not', () => {
    const waiting = (['root', 'admin', 'partner'] as const).filter(role =>
      mustChooseCompany(users, actor(role)),
    )
    expect(waiting).toEqual(['partner'])
  })

  it('a user cannot change users of a higher rank', () => {
    const record = { uid: 'u', role: 'partner', company: { ref: 'companies/own' } }
    expect(mayChange(users, actor('admin'), record)).toBe(false)
    expect(mayChange(users, actor('admin'), { ...record, role: 'editor' })).toBe(true)
  })

  it('a deleted user cannot be changed', () => {
    const record = { uid: 'u', role: 'editor', status: 'deleted', company: { ref: 'companies/own' } }
    expect(mayChange(users, actor('root'), record)).toBe(false)
  })

  it('a deletable media counts as deleted, a company does not', () => {
    expect(isRemoved(medias, { status: 'deletable' })).toBe(true)
    expect(isRemoved(medias, { status: 'completed' })).toBe(false)
    expect(isRemoved(companies, { status: 'deletable' })).toBe(false)
  })
})

describe('form fields', () => {
  it('the company field is read-only for an admin and editable for a partner', () => {
    expect(paths(formFields(users, 'create', actor('admin')))).toContain('company (read-only)')
    expect(paths(formFields(users, 'create', actor('partner')))).toContain('company')
  })

  it('the creation form hides fields that only root may write', () => {
    const fields = paths(formFields(companies, 'create', actor('partner')))
    expect(fields).not.toContain('isPartner')
    expect(fields).toContain('name')
  })

  it('immutable fields of an existing record are read-only', () => {
    const record = {
      uid: 'm',
      company: { ref: 'companies/own' },
      contentType: 'image/png',
      checksum: 'b64-x',
    }
    expect(paths(formFields(medias, 'update', actor('root'), record))).toContain('company (read-only)')
  })

  it('a new record has the declared defaults and the user’s company', () => {
    const company = { ref: 'companies/own', label: 'Own' }
    expect(startingValues(users, actor('root'), company)).toMatchObject({
      lang: 'en',
      status: 'active',
      company,
    })
    expect(startingValues(users, actor('admin'), company)).not.toHaveProperty('notifications')
    expect(startingValues(companies, actor('root'), company)).not.toHaveProperty('company')
  })
})

describe('edit conflicts', () => {
  it('a field is disputed only when both users changed it differently', () => {
    const before = { name: 'A', role: 'viewer', authFqdn: 'a' }
    const theirs = { name: 'B', role: 'editor', authFqdn: 'x' }
    const mine = { name: 'C', role: 'viewer', authFqdn: 'x' }
    expect(changesOf(['name', 'role', 'authFqdn'], before, theirs, mine)).toEqual([
      { path: 'name', disputed: true },
      { path: 'role', disputed: false },
      { path: 'authFqdn', disputed: false },
    ])
  })
})
