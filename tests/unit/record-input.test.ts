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

/** Of a change, what the reading of a body looks at. */
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
  it.each([null, undefined, [], [{ name: 'x' }], 'name', 7, true])('is an object, not %j', body => {
    expect(refusalOf(() => created(medias, 'admin', body))).toMatchObject({
      code: 'invalid_body',
      status: 400,
    })
  })

  it('may be empty', () => {
    expect(created(medias, 'admin', {})).toEqual({ values: {}, extras: {} })
  })

  it.each(['nme', 'constructor', 'toString', 'hasOwnProperty', 'name.first', ''])(
    'is refused whole for the unknown field “%s”',
    key => {
      const refusal = refusalOf(() => created(medias, 'root', { name: 'Film', [key]: 'x' }))
      expect(refusal).toMatchObject({
        code: 'unknown_field',
        status: 400,
        details: { params: { field: key } },
      })
    },
  )

  it('names every unknown field, and none of those that are known', () => {
    const refusal = refusalOf(() => created(medias, 'root', { one: 1, name: 'Film', two: 2 }))
    expect(refusal.details.params).toEqual({ field: 'one, two' })
  })

  it('is refused for what it does not know before what is not theirs to write', () => {
    expect(refusalOf(() => created(medias, 'root', { size: 1, odd: 1 })).code).toBe('unknown_field')
  })

  it.each([
    ['a counter', medias, 'root', { size: 5 }, 'size'],
    ['a status', medias, 'root', { status: 'completed' }, 'status'],
    ['a thumbnail', medias, 'root', { thumbRef128: 'f' }, 'thumbRef128'],
    ['who created it', medias, 'root', { createdBy: { ref: 'users/x' } }, 'createdBy'],
    ['when it was created', medias, 'root', { createdAt: '2027-01-01' }, 'createdAt'],
    ['what root alone writes', companies, 'admin', { isPartner: true }, 'isPartner'],
    ['what one writes of oneself alone', users, 'root', { messageToken: 'x' }, 'messageToken'],
    ['a member of an object', companies, 'root', { users: { purchased: 9 } }, 'users.purchased'],
    ['a member by its path', companies, 'root', { 'users.purchased': 9 }, 'users.purchased'],
  ] as const)('may not hold %s', (_what, resource, role, body, field) => {
    const refusal = refusalOf(() => created(resource, role, body))
    expect([refusal.code, refusal.status]).toEqual(['forbidden_fields', 403])
    expect(refusal.details.params).toEqual({ fields: field })
  })

  it('may not change what is set once, even to what it is', () => {
    const before = { uid: 'm', checksum: 'a' }
    const refusal = refusalOf(() => changed(medias, 'root', { checksum: 'a', contentType: 'b' }, before))
    expect(refusal.details.params).toEqual({ fields: 'checksum, contentType' })
  })

  it('may hold its id and the version that the edit is based on, which are not written', () => {
    const body = { uid: 'm', id: 'm', updatedAt: '2027-01-01T00:00:00.000Z', name: 'Film' }
    expect(changed(medias, 'admin', body, { uid: 'm' }).values).toEqual({ name: 'Film' })
  })

  it('hands what the hooks take apart from the fields, and leaves out what was not sent', () => {
    const { values, extras } = created(users, 'admin', { origin: 'creation', lang: 'fr' }, [
      'origin',
      'toString',
    ])
    expect({ values, extras }).toEqual({ values: { lang: 'fr' }, extras: { origin: 'creation' } })
  })

  it('knows the members of an object, and no others', () => {
    const refusal = refusalOf(() => created(companies, 'root', { users: { total: 1, odd: 2 } }))
    expect(refusal.details.params).toEqual({ field: 'users.odd' })
    expect(refusalOf(() => created(companies, 'root', { users: 3 })).details.params).toEqual({
      field: 'users',
    })
    for (const users of [null, [], ['a']])
      expect(refusalOf(() => created(companies, 'root', { users })).code).toBe('unknown_field')
  })
})

describe('one’s own account', () => {
  const own = { uid: 'me', role: 'viewer' }

  it('is theirs to change where the definition says so', () => {
    const body = { firstname: ' Ada ', lang: 'de', messageToken: 'device' }
    expect(changed(users, 'viewer', body, own).values).toEqual({
      firstname: 'Ada',
      lang: 'de',
      messageToken: 'device',
    })
  })

  it.each(['email', 'role', 'company', 'status', 'groups', 'offlineEnabled'])('is not in its %s', field => {
    const refusal = refusalOf(() => changed(users, 'viewer', { lang: 'de', [field]: null }, own))
    expect(refusal).toMatchObject({ code: 'forbidden_fields', details: { params: { fields: field } } })
  })

  it('is the only one that a viewer changes anything of', () => {
    const refusal = refusalOf(() => changed(users, 'viewer', { lang: 'de' }, { uid: 'other' }))
    expect(refusal.details.params).toEqual({ fields: 'lang' })
  })

  it('is closed to who sees the panel as its user', () => {
    const viewing = by('viewer', { viewed: true })
    const refusal = refusalOf(() => readBody(users, 'update', viewing, { lang: 'de' }, [], own))
    expect(refusal.details.params).toEqual({ fields: 'lang' })
  })
})

describe('what is written is first made as it is stored:', () => {
  const tooMany = Array.from({ length: 3 }, () => ' sea ')
  it.each([
    ['a line without the space around it', medias, { name: '  Film ' }, { name: 'Film' }],
    ['a line for what was pasted on several', medias, { name: 'a \r\n b\u2028c' }, { name: 'a b c' }],
    ['nothing for a blank line', medias, { name: ' \n ' }, { name: null }],
    ['each tag once, and no blank one', medias, { tags: [...tooMany, ' ', 'sun'] }, { tags: ['sea', 'sun'] }],
    ['no tags for null', medias, { tags: null }, { tags: [] }],
    ['an address in lower case', users, { email: ' Ada@Museum.Example ' }, { email: 'ada@museum.example' }],
    ['false for a box that is null', users, { offlineEnabled: null }, { offlineEnabled: false }],
    ['nothing for an empty choice', medias, { specialUsage: '' }, { specialUsage: null }],
    ['a password as it was typed', users, { password: '  spaced  ' }, { password: '  spaced  ' }],
    [
      'each link once, given whole or as its reference',
      users,
      { groups: ['groups/a', { ref: 'groups/b' }, { ref: 'groups/a', label: 'A' }] },
      { groups: [{ ref: 'groups/a', label: 'A' }, { ref: 'groups/b' }] },
    ],
    ['what is of the wrong type as it came', medias, { name: 5, tags: 'sea' }, { name: 5, tags: 'sea' }],
  ] as const)('%s', (_what, resource, body, values) => {
    expect(created(resource, 'root', body).values).toEqual(values)
  })

  it.each([[{}], ['x\0'], [{ ref: 5 }], [[]], [7], [{ ref: 'companies/\ud800' }]])(
    'no link is made of %j',
    company => {
      expect(refusalOf(() => created(medias, 'root', { name: 5, company }))).toMatchObject({
        code: 'validation',
        status: 422,
        details: { fields: { company: 'unknown_record' } },
      })
    },
  )

  it('and a link may be emptied', () => {
    expect(created(medias, 'root', { company: null }).values).toEqual({ company: null })
  })
})

describe('a new record', () => {
  const counters = { size: 0, versions: 0, shares: 0, status: 'pending' }
  const createdBy = { ref: 'users/me' }

  it('is its creator’s and of the creator’s company', () => {
    expect(withDefaults(medias, by('admin'), { name: 'Film' })).toEqual({
      ...{ ...counters, createdBy, name: 'Film' },
      company: { ref: 'companies/own' },
    })
  })

  it('is of the company that it names', () => {
    const company = { ref: 'companies/other' }
    expect(withDefaults(medias, by('root'), { company }).company).toEqual(company)
  })

  it.each([null, '', ' ', [], undefined])('is of the creator’s company if it names %j', company => {
    expect(withDefaults(medias, by('admin'), { company }).company).toEqual({ ref: 'companies/own' })
  })

  it('is of no company if the creator has none', () => {
    expect(withDefaults(medias, by('root', { company: null }), {})).toEqual({ ...counters, createdBy })
  })

  it('is of nobody else, whatever was sent', () => {
    expect(withDefaults(medias, by('admin'), { createdBy: { ref: 'users/other' } }).createdBy).toEqual(
      createdBy,
    )
  })

  it('has no creator where its definition names none', () => {
    expect(withDefaults(companies, by('root'), {})).not.toHaveProperty('createdBy')
  })

  it('that is a company belongs to itself, not to its creator’s company', () => {
    const filled = withDefaults(companies, by('partner'), { name: 'Museum' })
    expect(filled).toMatchObject({ name: 'Museum', offlineDuration: 5, role: 'viewer', 'users.total': 0 })
    expect(filled).not.toHaveProperty('uid')
  })

  it('keeps what was sent, empty or false, over what is declared', () => {
    const filled = withDefaults(users, by('admin'), { notifications: false, lang: null, status: 'disabled' })
    expect(filled).toMatchObject({ notifications: false, lang: null, status: 'disabled' })
  })

  it('leaves what it was made of as it is', () => {
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
  it('are all required at once when it is created', () => {
    expect(codesOf(() => checkValues(medias, 'create', {}))).toEqual({
      ...{ file: 'required', name: 'required', company: 'required' },
      ...{ contentType: 'required', checksum: 'required' },
    })
    expect(checkValues(medias, 'create', media)).toBeUndefined()
  })

  it('are not asked for again when something else changes, though one is missing', () => {
    expect(updating(medias, { tags: [] }, { ...media, name: null })).toBeUndefined()
  })

  it.each([null, '', '   ', [], undefined])('cannot be emptied with %j if they are required', name => {
    expect(codesOf(() => updating(medias, { name }, media))).toEqual({ name: 'required' })
  })

  it.each([
    ['too long a name', { name: 'x'.repeat(201) }, { name: 'too_long' }],
    ['a name that is a number', { name: 5 }, { name: 'invalid' }],
    ['a name with NUL', { name: 'a\0b' }, { name: 'invalid' }],
    ['a name with half a character', { name: 'a\ud800' }, { name: 'invalid' }],
    ['a choice that is not offered', { specialUsage: 'odd' }, { specialUsage: 'unknown_option' }],
    ['a choice of every object', { specialUsage: 'constructor' }, { specialUsage: 'unknown_option' }],
    ['a link to another kind', { company: { ref: 'users/u' } }, { company: 'unknown_record' }],
    ['a link to no record', { company: { ref: 'companies/' } }, { company: 'unknown_record' }],
    ['a tag too many', { tags: Array.from({ length: 51 }, (_, each) => `${each}`) }, { tags: 'invalid' }],
    ['too long a tag', { tags: ['x'.repeat(61)] }, { tags: 'invalid' }],
    ['a tag that is none', { tags: [null] }, { tags: 'invalid' }],
    ['a file that is a text', { file: 'files/f' }, { file: 'invalid' }],
    ['two faults', { name: 7, tags: {} }, { name: 'invalid', tags: 'invalid' }],
  ])('are refused for %s', (_what, values, codes) => {
    expect(codesOf(() => updating(medias, values, media))).toEqual(codes)
  })

  it.each([
    ['the longest name', { name: 'x'.repeat(200) }],
    ['the most tags', { tags: Array.from({ length: 50 }, (_, each) => `${each}`.padEnd(60, '.')) }],
    ['no special use', { specialUsage: null }],
    ['what is no field', { odd: Symbol.iterator }],
  ])('may hold %s', (_what, values) => {
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
  ])('as %s of %s is %s', (field, value, code) => {
    expect(codesOf(() => updating(vectos, { [field]: value }, {}))).toEqual({ [field]: code })
  })

  it.each([
    ['framerate', 1],
    ['framerate', 240],
    ['offsetStart', 0],
    ['offsetStart', 0.5],
  ])('as %s may be %d', (field, value) => {
    expect(updating(vectos, { [field]: value }, {})).toBeUndefined()
  })
})

describe('a box that another one opens', () => {
  const set = { canCreateCompanies: true }

  it.each([{}, { isPartner: false }, { isPartner: null }])('cannot be ticked in a company of %j', before => {
    expect(codesOf(() => updating(companies, set, before))).toEqual({
      canCreateCompanies: 'needs',
    })
  })

  it('can be ticked together with the other, or while that is ticked', () => {
    expect(updating(companies, { ...set, isPartner: true }, { isPartner: false })).toBeUndefined()
    expect(updating(companies, set, { isPartner: true })).toBeUndefined()
  })

  it('cannot be ticked while the other is unticked', () => {
    const both = { ...set, isPartner: false }
    expect(codesOf(() => updating(companies, both, { isPartner: true }))).toEqual({
      canCreateCompanies: 'needs',
    })
  })

  it('can always be unticked', () => {
    expect(updating(companies, { canCreateCompanies: false }, {})).toBeUndefined()
  })
})

describe('a list that another one stands in for', () => {
  const people = [{ ref: 'users/a' }]
  const groups = [{ ref: 'companies/own/groups/a' }]
  const required = { accessList: 'required' }

  it('is required of a new record only while the other is empty', () => {
    expect(codesOf(() => checkValues(versions, 'create', {}))).toMatchObject(required)
    expect(checkValues(versions, 'create', { accessGroups: groups })).toBeUndefined()
  })

  it.each([
    ['it is emptied', { accessList: [] }, { accessList: people, accessGroups: [] }],
    ['the other is emptied', { accessGroups: [] }, { accessList: [], accessGroups: groups }],
    ['both are', { accessGroups: [], accessList: [] }, { accessList: people, accessGroups: groups }],
  ])('is required when %s', (_when, changes, before) => {
    expect(codesOf(() => updating(versions, changes, before))).toEqual(required)
  })

  it.each([
    ['one takes the place of the other', { accessList: [], accessGroups: groups }, { accessList: people }],
    ['the other still holds something', { accessList: [] }, { accessList: people, accessGroups: groups }],
    ['both have long been empty and neither changes', {}, { accessList: [], accessGroups: [] }],
  ])('is not when %s', (_when, changes, before) => {
    expect(updating(versions, changes, before)).toBeUndefined()
  })
})

describe('a field that is open in some states', () => {
  it('is refused in the others, with every such field and the state', () => {
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

  it('is refused in a record without a state', () => {
    expect(refusalOf(() => refusing(vectos, {}, { accessList: [] })).code).toBe('state')
  })

  it.each([
    ['in its state', { status: 'completed' }, { accessList: [] }],
    ['where nothing changes', { status: 'new' }, {}],
    ['where another field changes', { status: 'new' }, { name: 'x', odd: 1, constructor: 1 }],
  ])('refuses nothing %s', (_where, before, changes) => {
    expect(refusing(vectos, before, changes)).toBeUndefined()
  })
})

describe('the owner after a change', () => {
  const own = { company: { ref: 'companies/own' } }

  it.each([
    ['is the company that the record names', medias, 'm', own, {}, { user: null, company: 'own' }],
    [
      'is the one it moves to',
      users,
      'u',
      own,
      { company: { ref: 'companies/b' } },
      { user: 'u', company: 'b' },
    ],
    ['is nobody if the link is emptied', medias, 'm', own, { company: null }, { user: null, company: null }],
    ['is a company itself', companies, 'c', undefined, {}, { user: null, company: 'c' }],
    ['is nobody yet in a new company', companies, null, undefined, {}, { user: null, company: null }],
    ['is not taken from a uid that was sent', companies, 'c', {}, { uid: 'x' }, { user: null, company: 'c' }],
  ])('%s', (_what, resource: Resource, uid, before, values, owner) => {
    expect(futureOwner(resource, uid, before, values)).toEqual({ ...owner, published: false, role: null })
  })

  it('has no role, which is checked elsewhere', () => {
    expect(futureOwner(users, 'u', { role: 'root' }, { role: 'admin' }).role).toBeNull()
  })
})

describe('what a record is made with', () => {
  it('can be left out of a change, and not be taken away', () => {
    const before = { uid: 'm', name: 'Quay', company: { ref: 'companies/c' } }
    expect(checkValues(medias, 'update', {}, before)).toBeUndefined()
    expect(codesOf(() => checkValues(medias, 'update', { file: null }, before))).toEqual({ file: 'required' })
  })

  it('is not a password: an empty one leaves that of before', () => {
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
