import { describe, expect, it } from 'vitest'
import { probe } from '~/model/abilities'
import type { Resource } from '~/model/define'
import { ApiError } from '~/model/errors'
import type { Actor, Role } from '~/model/grants'
import { registry } from '~/model/registry'
import type { Flat } from '~/server/platform/database/tables'
import type { Context, Values } from '~/server/records/context'
import { checkValues, futureOwner, readBody, refuseDisabled, withDefaults } from '~/server/records/input'

const { companies, medias, users, vectos, versions } = registry

/** The part of a Context that readBody uses. */
const by = (role: Role, more: Partial<Actor> = {}) =>
  ({ actor: { ...probe(role, 'own'), uid: 'me', ...more } }) as Context

const refusalOf = (work: () => unknown) => {
  try {
    work()
  } catch (error) {
    if (error instanceof ApiError) return error
    throw error
  }
  throw new Error('Nothing was refused')
}

const created = (resource: Resource, role: Role, body: unknown, extras: readonly string[] = []) =>
  readBody(resource, 'create', by(role), body, extras)

const changed = (resource: Resource, role: Role, body: unknown, before: Flat) =>
  readBody(resource, 'update', by(role), body, [], before)

const updating = (resource: Resource, values: Values, before: object) =>
  checkValues(resource, 'update', values, { uid: 'r', ...before })

const refusing = (resource: Resource, before: object, changes: Values) =>
  refuseDisabled(resource, { uid: 'r', ...before }, changes)

const codesOf = (work: () => unknown) => refusalOf(work).details.fields

describe('the body of a record', () => {
  it.each([null, undefined, [], [{ name: 'x' }], 'name', 7, true])(
    'rejects the record body %j, which is no object, with 400',
    body => {
      expect(refusalOf(() => created(medias, 'admin', body))).toMatchObject({
        code: 'invalid_body',
        status: 400,
      })
    },
  )

  it('accepts an empty record body', () => {
    expect(created(medias, 'admin', {})).toEqual({ values: {}, extras: {} })
  })

  it.each(['nme', 'constructor', 'toString', 'hasOwnProperty', 'name.first', ''])(
    'rejects the whole record body for the unknown field “%s”',
    key => {
      const refusal = refusalOf(() => created(medias, 'root', { name: 'Film', [key]: 'x' }))
      expect(refusal).toMatchObject({
        code: 'unknown_field',
        status: 400,
        details: { params: { field: key } },
      })
    },
  )

  it('names every unknown field of a record body in the error', () => {
    const refusal = refusalOf(() => created(medias, 'root', { one: 1, name: 'Film', two: 2 }))
    expect(refusal.details.params).toEqual({ field: 'one, two' })
  })

  it('reports unknown fields of a record body before forbidden ones', () => {
    expect(refusalOf(() => created(medias, 'root', { size: 1, odd: 1 })).code).toBe('unknown_field')
  })

  it.each([
    ['a counter', medias, 'root', { size: 5 }, 'size'],
    ['a status', medias, 'root', { status: 'completed' }, 'status'],
    ['a thumbnail', medias, 'root', { thumbRef128: 'f' }, 'thumbRef128'],
    ['a creator', medias, 'root', { createdBy: { ref: 'users/x' } }, 'createdBy'],
    ['a creation date', medias, 'root', { createdAt: '2027-01-01' }, 'createdAt'],
    ['a field that only root writes', companies, 'admin', { isPartner: true }, 'isPartner'],
    ['a field that only the user writes', users, 'root', { messageToken: 'x' }, 'messageToken'],
    ['a member of an object', companies, 'root', { users: { purchased: 9 } }, 'users.purchased'],
    ['a member by its path', companies, 'root', { 'users.purchased': 9 }, 'users.purchased'],
  ] as const)('refuses a record body that sets %s with 403', (_what, resource, role, body, field) => {
    const refusal = refusalOf(() => created(resource, role, body))
    expect([refusal.code, refusal.status]).toEqual(['forbidden_fields', 403])
    expect(refusal.details.params).toEqual({ fields: field })
  })

  it('refuses to change a field that is immutable, even to its current value', () => {
    const before = { uid: 'm', checksum: 'a' }
    const refusal = refusalOf(() => changed(medias, 'root', { checksum: 'a', contentType: 'b' }, before))
    expect(refusal.details.params).toEqual({ fields: 'checksum, contentType' })
  })

  it('accepts the record’s id and base version in a body, and does not write them', () => {
    const body = { uid: 'm', id: 'm', updatedAt: '2027-01-01T00:00:00.000Z', name: 'Film' }
    expect(changed(medias, 'admin', body, { uid: 'm' }).values).toEqual({ name: 'Film' })
  })

  it('separates the extras of hooks from the fields, and omits those that were not sent', () => {
    const { values, extras } = created(users, 'admin', { origin: 'creation', lang: 'fr' }, [
      'origin',
      'toString',
    ])
    expect({ values, extras }).toEqual({ values: { lang: 'fr' }, extras: { origin: 'creation' } })
  })

  it('accepts the declared members of an object field and rejects others', () => {
    const refusal = refusalOf(() => created(companies, 'root', { users: { total: 1, odd: 2 } }))
    expect(refusal.details.params).toEqual({ field: 'users.odd' })
    expect(refusalOf(() => created(companies, 'root', { users: 3 })).details.params).toEqual({
      field: 'users',
    })
    for (const users of [null, [], ['a']])
      expect(refusalOf(() => created(companies, 'root', { users })).code).toBe('unknown_field')
  })
})

describe('the body of a user’s own account', () => {
  const own = { uid: 'me', role: 'viewer' }

  it('a viewer may change fields of the own account that grant write access to self', () => {
    const body = { firstname: ' Ada ', lang: 'de', messageToken: 'device' }
    expect(changed(users, 'viewer', body, own).values).toEqual({
      firstname: 'Ada',
      lang: 'de',
      messageToken: 'device',
    })
  })

  it.each(['email', 'role', 'company', 'status', 'groups', 'offlineEnabled'])(
    'a viewer cannot change %s of the own account',
    field => {
      const refusal = refusalOf(() => changed(users, 'viewer', { lang: 'de', [field]: null }, own))
      expect(refusal).toMatchObject({ code: 'forbidden_fields', details: { params: { fields: field } } })
    },
  )

  it('a viewer cannot change the account of another user', () => {
    const refusal = refusalOf(() => changed(users, 'viewer', { lang: 'de' }, { uid: 'other' }))
    expect(refusal.details.params).toEqual({ fields: 'lang' })
  })

  it('a session that views the panel as another user cannot change that account', () => {
    const viewing = by('viewer', { viewed: true })
    const refusal = refusalOf(() => readBody(users, 'update', viewing, { lang: 'de' }, [], own))
    expect(refusal.details.params).toEqual({ fields: 'lang' })
  })
})

describe('values of a body are normalized', () => {
  const tooMany = Array.from({ length: 3 }, () => ' sea ')
  it.each([
    ['a line without surrounding whitespace', medias, { name: '  Film ' }, { name: 'Film' }],
    ['several pasted lines as one', medias, { name: 'a \r\n b\u2028c' }, { name: 'a b c' }],
    ['null for a blank line', medias, { name: ' \n ' }, { name: null }],
    [
      'tags without duplicates and blanks',
      medias,
      { tags: [...tooMany, ' ', 'sun'] },
      { tags: ['sea', 'sun'] },
    ],
    ['no tags for null', medias, { tags: null }, { tags: [] }],
    ['an address in lower case', users, { email: ' Ada@Museum.Example ' }, { email: 'ada@museum.example' }],
    ['false for a checkbox that is null', users, { offlineEnabled: null }, { offlineEnabled: false }],
    ['null for an empty choice', medias, { specialUsage: '' }, { specialUsage: null }],
    ['a password as it was typed', users, { password: '  spaced  ' }, { password: '  spaced  ' }],
    [
      'links without duplicates, sent as object or as reference',
      users,
      { groups: ['groups/a', { ref: 'groups/b' }, { ref: 'groups/a', label: 'A' }] },
      { groups: [{ ref: 'groups/a', label: 'A' }, { ref: 'groups/b' }] },
    ],
    ['values of a wrong type unchanged', medias, { name: 5, tags: 'sea' }, { name: 5, tags: 'sea' }],
  ] as const)('stores %s', (_what, resource, body, values) => {
    expect(created(resource, 'root', body).values).toEqual(values)
  })

  it.each([[{}], ['x\0'], [{ ref: 5 }], [[]], [7], [{ ref: 'companies/\ud800' }]])(
    'rejects %j as a link with unknown_record',
    company => {
      expect(refusalOf(() => created(medias, 'root', { name: 5, company }))).toMatchObject({
        code: 'validation',
        status: 422,
        details: { fields: { company: 'unknown_record' } },
      })
    },
  )

  it('accepts null for a link', () => {
    expect(created(medias, 'root', { company: null }).values).toEqual({ company: null })
  })
})

describe('defaults of a new record', () => {
  const counters = { size: 0, versions: 0, shares: 0, status: 'pending' }
  const createdBy = { ref: 'users/me' }

  it('sets the creator and the creator’s company in a new record', () => {
    expect(withDefaults(medias, by('admin'), { name: 'Film' })).toEqual({
      ...{ ...counters, createdBy, name: 'Film' },
      company: { ref: 'companies/own' },
    })
  })

  it('keeps the company that a new record names', () => {
    const company = { ref: 'companies/other' }
    expect(withDefaults(medias, by('root'), { company }).company).toEqual(company)
  })

  it.each([null, '', ' ', [], undefined])(
    'sets the creator’s company in a new record whose company is %j',
    company => {
      expect(withDefaults(medias, by('admin'), { company }).company).toEqual({ ref: 'companies/own' })
    },
  )

  it('leaves the company of a new record empty if its creator has none', () => {
    expect(withDefaults(medias, by('root', { company: null }), {})).toEqual({ ...counters, createdBy })
  })

  it('overwrites a createdBy that was sent with the actual creator', () => {
    expect(withDefaults(medias, by('admin'), { createdBy: { ref: 'users/other' } }).createdBy).toEqual(
      createdBy,
    )
  })

  it('sets no createdBy in resources that do not declare it', () => {
    expect(withDefaults(companies, by('root'), {})).not.toHaveProperty('createdBy')
  })

  it('sets no parent company in a new company, only its declared defaults', () => {
    const filled = withDefaults(companies, by('partner'), { name: 'Museum' })
    expect(filled).toMatchObject({ name: 'Museum', offlineDuration: 5, role: 'viewer', 'users.total': 0 })
    expect(filled).not.toHaveProperty('uid')
  })

  it('keeps sent values, null and false included, over declared defaults', () => {
    const filled = withDefaults(users, by('admin'), { notifications: false, lang: null, status: 'disabled' })
    expect(filled).toMatchObject({ notifications: false, lang: null, status: 'disabled' })
  })

  it('leaves the values that were sent unmodified', () => {
    const sent = Object.freeze({ name: 'Film' })
    withDefaults(medias, by('admin'), sent)
    expect(sent).toEqual({ name: 'Film' })
  })
})

const media = {
  file: { ref: 'files/f' },
  name: 'Film',
  company: { ref: 'companies/own' },
  contentType: 'image/png',
  checksum: 'b64-1',
}

describe('the values of a media', () => {
  it('reports all missing required fields of a new media together', () => {
    expect(codesOf(() => checkValues(medias, 'create', {}))).toEqual({
      ...{ file: 'required', name: 'required', company: 'required' },
      ...{ contentType: 'required', checksum: 'required' },
    })
    expect(checkValues(medias, 'create', media)).toBeUndefined()
  })

  it('accepts a change of a media without checking its unchanged required fields', () => {
    expect(updating(medias, { tags: [] }, { ...media, name: null })).toBeUndefined()
  })

  it.each([null, '', '   ', [], undefined])('rejects %j as the name of a media, which is required', name => {
    expect(codesOf(() => updating(medias, { name }, media))).toEqual({ name: 'required' })
  })

  it.each([
    ['a name that is too long', { name: 'x'.repeat(201) }, { name: 'too_long' }],
    ['a name that is a number', { name: 5 }, { name: 'invalid' }],
    ['a name with NUL', { name: 'a\0b' }, { name: 'invalid' }],
    ['a name with a lone surrogate', { name: 'a\ud800' }, { name: 'invalid' }],
    ['an unknown choice', { specialUsage: 'odd' }, { specialUsage: 'unknown_option' }],
    [
      'a property of Object.prototype as choice',
      { specialUsage: 'constructor' },
      { specialUsage: 'unknown_option' },
    ],
    ['a link to another resource', { company: { ref: 'users/u' } }, { company: 'unknown_record' }],
    ['a link without uid', { company: { ref: 'companies/' } }, { company: 'unknown_record' }],
    [
      'more tags than the maximum',
      { tags: Array.from({ length: 51 }, (_, each) => `${each}`) },
      { tags: 'invalid' },
    ],
    ['a tag that is too long', { tags: ['x'.repeat(61)] }, { tags: 'invalid' }],
    ['a tag that is null', { tags: [null] }, { tags: 'invalid' }],
    ['a file that is a string', { file: 'files/f' }, { file: 'invalid' }],
    ['two invalid values', { name: 7, tags: {} }, { name: 'invalid', tags: 'invalid' }],
  ])('rejects a media with %s', (_what, values, codes) => {
    expect(codesOf(() => updating(medias, values, media))).toEqual(codes)
  })

  it.each([
    ['the longest name', { name: 'x'.repeat(200) }],
    ['the maximum of tags', { tags: Array.from({ length: 50 }, (_, each) => `${each}`.padEnd(60, '.')) }],
    ['no special use', { specialUsage: null }],
    ['an unknown field', { odd: Symbol.iterator }],
  ])('accepts a media with %s', (_what, values) => {
    expect(updating(medias, values, media)).toBeUndefined()
  })
})

describe('a number', () => {
  it.each([
    ['framerate', 0, 'too_small'],
    ['framerate', 241, 'too_large'],
    ['framerate', 29.97, 'invalid'],
    ['framerate', '29', 'invalid'],
    ['offsetStart', -0.001, 'too_small'],
    ['offsetStart', Number.POSITIVE_INFINITY, 'invalid'],
    ['offsetStart', Number.NaN, 'invalid'],
  ])('rejects the %s %s as %s', (field, value, code) => {
    expect(codesOf(() => updating(vectos, { [field]: value }, {}))).toEqual({ [field]: code })
  })

  it.each([
    ['framerate', 1],
    ['framerate', 240],
    ['offsetStart', 0],
    ['offsetStart', 0.5],
  ])('accepts the %s %d', (field, value) => {
    expect(updating(vectos, { [field]: value }, {})).toBeUndefined()
  })
})

describe('a checkbox that depends on another one', () => {
  const set = { canCreateCompanies: true }

  it.each([{}, { isPartner: false }, { isPartner: null }])(
    'rejects a dependent checkbox in a company of %j',
    before => {
      expect(codesOf(() => updating(companies, set, before))).toEqual({
        canCreateCompanies: 'needs',
      })
    },
  )

  it('accepts a dependent checkbox while its condition is set or set together with it', () => {
    expect(updating(companies, { ...set, isPartner: true }, { isPartner: false })).toBeUndefined()
    expect(updating(companies, set, { isPartner: true })).toBeUndefined()
  })

  it('rejects a dependent checkbox when its condition is cleared in the same change', () => {
    const both = { ...set, isPartner: false }
    expect(codesOf(() => updating(companies, both, { isPartner: true }))).toEqual({
      canCreateCompanies: 'needs',
    })
  })

  it('always accepts clearing a dependent checkbox', () => {
    expect(updating(companies, { canCreateCompanies: false }, {})).toBeUndefined()
  })
})

describe('a required list that another list can replace', () => {
  const people = [{ ref: 'users/a' }]
  const groups = [{ ref: 'companies/own/groups/a' }]
  const required = { accessList: 'required' }

  it('requires the access list of a new version only while its access groups are empty', () => {
    expect(codesOf(() => checkValues(versions, 'create', {}))).toMatchObject(required)
    expect(checkValues(versions, 'create', { accessGroups: groups })).toBeUndefined()
  })

  it.each([
    ['it is emptied', { accessList: [] }, { accessList: people, accessGroups: [] }],
    ['the other is emptied', { accessGroups: [] }, { accessList: [], accessGroups: groups }],
    ['both are emptied', { accessGroups: [], accessList: [] }, { accessList: people, accessGroups: groups }],
  ])('requires the access list when %s', (_when, changes, before) => {
    expect(codesOf(() => updating(versions, changes, before))).toEqual(required)
  })

  it.each([
    ['one replaces the other', { accessList: [], accessGroups: groups }, { accessList: people }],
    ['the other is not empty', { accessList: [] }, { accessList: people, accessGroups: groups }],
    ['both have long been empty and neither changes', {}, { accessList: [], accessGroups: [] }],
  ])('does not require the access list when %s', (_when, changes, before) => {
    expect(updating(versions, changes, before)).toBeUndefined()
  })
})

describe('a field that can be changed in some states only', () => {
  it('refuses state-dependent fields in another state with 409, naming each field and the state', () => {
    const changes = { accessList: [], name: 'x', accessGroups: [] }
    const refusal = refusalOf(() => refusing(vectos, { status: 'new' }, changes))
    expect(refusal).toMatchObject({
      code: 'state',
      status: 409,
      message: 'accessList, accessGroups can be changed only while completed',
    })
    expect(refusal.details).toEqual({
      fields: { accessList: 'not_now', accessGroups: 'not_now' },
      params: { from: 'new', to: 'accessList, accessGroups' },
    })
  })

  it('refuses state-dependent fields of a record without a state', () => {
    expect(refusalOf(() => refusing(vectos, {}, { accessList: [] })).code).toBe('state')
  })

  it.each([
    ['in the required state', { status: 'completed' }, { accessList: [] }],
    ['without values in any state', { status: 'new' }, {}],
    ['of another field in any state', { status: 'new' }, { name: 'x', odd: 1, constructor: 1 }],
  ])('accepts a change %s', (_where, before, changes) => {
    expect(refusing(vectos, before, changes)).toBeUndefined()
  })
})

describe('the owner after a change', () => {
  const own = { company: { ref: 'companies/own' } }

  it.each([
    ['is the company of the record', medias, 'm', own, {}, { user: null, company: 'own' }],
    [
      'is the company that a user moves to',
      users,
      'u',
      own,
      { company: { ref: 'companies/b' } },
      { user: 'u', company: 'b' },
    ],
    ['is null if the link is emptied', medias, 'm', own, { company: null }, { user: null, company: null }],
    ['is the company itself for a company', companies, 'c', undefined, {}, { user: null, company: 'c' }],
    ['is null for a new company', companies, null, undefined, {}, { user: null, company: null }],
    ['ignores a uid that was sent', companies, 'c', {}, { uid: 'x' }, { user: null, company: 'c' }],
  ])('the future owner %s', (_what, resource: Resource, uid, before, values, owner) => {
    expect(futureOwner(resource, uid, before, values)).toEqual({ ...owner, published: false, role: null })
  })

  it('returns no role for the future owner, since roles are checked elsewhere', () => {
    expect(futureOwner(users, 'u', { role: 'root' }, { role: 'admin' }).role).toBeNull()
  })
})

describe('immutable required fields', () => {
  it('accepts a change without an immutable required field, but not its removal', () => {
    const before = { uid: 'm', name: 'Quay', company: { ref: 'companies/c' } }
    expect(checkValues(medias, 'update', {}, before)).toBeUndefined()
    expect(codesOf(() => checkValues(medias, 'update', { file: null }, before))).toEqual({ file: 'required' })
  })

  it('accepts an empty password in a change, which keeps the current one', () => {
    const user = {
      uid: 'u',
      firstname: 'Ada',
      lastname: 'L',
      email: 'a@b.example',
      role: 'viewer',
      lang: 'en',
    }
    const before = { ...user, company: { ref: 'companies/c' } }
    expect(checkValues(users, 'update', { password: null }, before)).toBeUndefined()
  })
})
