import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import type { Resource } from '~/model/define'
import { type ResourceName, registry, resourceNames, resourceOf } from '~/model/registry'
import { checkedByWriter, deletion, listQuery, schemasOf } from '~/server/records/schemas'

type Part = 'record' | 'create' | 'update'
const { companies, guests, medias, users, vectos } = registry

const shapeOf = (resource: Resource, part: Part) => schemasOf(resource)[part].shape

const keysOf = (resource: Resource, part: Part) => Object.keys(shapeOf(resource, part))

const isOptional = (schema: z.ZodType) => schema.safeParse(undefined).success

/** The keys that must be there. */
const neededIn = (resource: Resource, part: Part) =>
  Object.entries(shapeOf(resource, part)).flatMap(([key, schema]) => (isOptional(schema) ? [] : [key]))

/** The members of an object in a record. */
const membersOf = (resource: Resource, part: Part, key: string) => {
  const found = Object.entries(shapeOf(resource, part)).find(([name]) => name === key)?.[1]
  const object = found instanceof z.ZodOptional ? found.unwrap() : found
  return object instanceof z.ZodObject ? Object.keys(object.shape) : undefined
}

const isValid = (resource: Resource, part: Part, value: unknown) =>
  schemasOf(resource)[part].safeParse(value).success

const noteOn = (resource: Resource, part: Part, key: string) => {
  const found = Object.entries(shapeOf(resource, part)).find(([name]) => name === key)?.[1]
  const noted = part !== 'record' && found instanceof z.ZodOptional ? found.unwrap() : found
  return z.globalRegistry.get(z.instanceof(z.ZodType).parse(noted))?.description
}

describe('the body that creates a record', () => {
  it.each<[ResourceName, string[]]>([
    ['medias', ['file', 'name', 'contentType', 'checksum']],
    ['companies', ['name']],
    ['users', ['firstname', 'lastname', 'email', 'password', 'role']],
    ['vectos', ['name', 'video', 'framerate', 'offsetStart', 'offsetEnd', 'duration']],
    ['guests', ['group', 'guest']],
    ['versions', []],
  ])('of %s must hold what nobody else fills in: %j', (name, needed) => {
    expect(neededIn(resourceOf(name), 'create')).toEqual(needed)
  })

  it('offers what is written, and nothing that the server writes', () => {
    expect(keysOf(medias, 'create')).toEqual([
      ...['file', 'name', 'company', 'specialUsage', 'tags', 'contentType', 'checksum'],
    ])
  })

  it('has no object whose every member is the server’s', () => {
    expect(keysOf(companies, 'create')).not.toEqual(expect.arrayContaining(['users']))
    expect(membersOf(guests, 'create', 'guest')).toEqual(['email'])
  })

  it('may leave an object out if nothing in it is needed', () => {
    expect(membersOf(users, 'create', 'notify')).toHaveLength(6)
    expect(neededIn(users, 'create')).not.toContain('notify')
  })
})

describe('the body that changes a record', () => {
  it.each<[ResourceName, string[]]>([
    ['medias', ['file', 'name', 'specialUsage', 'tags', 'updatedAt']],
    ['vectos', ['defaultAccessList', 'accessList', 'accessGroups', 'updatedAt']],
    ['guests', ['updatedAt']],
  ])('of %s has what is not set once: %j', (name, keys) => {
    expect(keysOf(resourceOf(name), 'update')).toEqual(keys)
  })

  it.each(resourceNames)('of %s may be empty', name => {
    expect(neededIn(resourceOf(name), 'update')).toEqual([])
    expect(isValid(resourceOf(name), 'update', {})).toBe(true)
  })

  it.each([undefined, null, '2027-01-01T00:00:00.000Z'])('may be based on the version %j', updatedAt => {
    expect(isValid(medias, 'update', { updatedAt })).toBe(true)
  })

  it('is based on no version that is a number', () => {
    expect(isValid(medias, 'update', { updatedAt: 5 })).toBe(false)
  })
})

describe('a value in a body', () => {
  it.each([
    ['null, which empties it', medias, { name: null, tags: null, file: null }, true],
    ['a link without a label', companies, { partner: { ref: 'companies/c' } }, true],
    ['a link to another kind', companies, { partner: { ref: 'users/u' } }, false],
    ['a reference alone', companies, { partner: 'companies/c' }, false],
    ['the longest name', medias, { name: 'x'.repeat(200) }, true],
    ['a longer name', medias, { name: 'x'.repeat(201) }, false],
    ['an address that is none', users, { email: 'grace' }, false],
    ['too short a password', users, { password: '12345' }, false],
    ['a language that the panel has not', users, { lang: 'xx' }, false],
    ['a member of an object', users, { notify: { vectoFailed: 'email' } }, true],
    ['a wrong member of an object', users, { notify: { vectoFailed: 'pigeon' } }, false],
    ['an object that is a text', users, { notify: 'email' }, false],
  ] as const)('may be %s', (_what, resource, body, valid) => {
    expect(isValid(resource, 'update', body)).toBe(valid)
  })
})

describe('a record in a response', () => {
  it.each(resourceNames)('of %s has what everybody reads, and a uid', name => {
    const { fields } = resourceOf(name)
    const shown = keysOf(resourceOf(name), 'record')
    const hidden = Object.entries(fields).flatMap(([key, { lazy, read }]) =>
      lazy || read?.length === 0 ? [key] : [],
    )
    expect(shown[0]).toBe('uid')
    expect(shown).not.toEqual(expect.arrayContaining([expect.stringContaining('.')]))
    expect(shown.filter(key => hidden.includes(key))).toEqual([])
  })

  it('has objects for the paths of its fields', () => {
    expect(membersOf(companies, 'record', 'users')).toEqual(['total', 'purchased', 'active', 'maxActive'])
    expect(membersOf(guests, 'record', 'guest')).toEqual(['email', 'label'])
    expect(membersOf(vectos, 'record', 'files')).toEqual(['data'])
  })

  it('has no member that nobody reads', () => {
    expect(membersOf(companies, 'record', 'seconds')).toEqual(['used', 'purchased'])
  })

  it.each([
    ['a password', users, 'password'],
    ['the address of a device', users, 'messageToken'],
    ['a large value that is read by itself', vectos, 'log'],
    ['a name that is not yet', vectos, 'newname'],
  ] as const)('never has %s', (_what, resource, key) => {
    expect(keysOf(resource, 'record')).not.toContain(key)
    expect(Object.keys(resource.fields)).toContain(key)
  })

  it('lacks for some what only others read, and nothing else', () => {
    const { record } = schemasOf(users)
    const missing = Object.entries(record.shape).flatMap(([key, schema]) => (isOptional(schema) ? [key] : []))
    expect(missing).toEqual(['notifications'])
  })

  it('has what is computed for its reader, which may be null', () => {
    expect(keysOf(users, 'record')).toContain('roleLabel')
    const { roleLabel } = z
      .object({ roleLabel: z.instanceof(z.ZodType) })
      .parse(schemasOf(users).record.shape)
    expect([null, 'Admin', undefined].map(value => roleLabel.safeParse(value).success)).toEqual([
      true,
      true,
      false,
    ])
  })

  it.each([
    ['what is always there', 'email', false],
    ['what an invited user has not yet', 'firstname', true],
    ['a list of links', 'groups', false],
    ['what need not be there', 'lastLoginAt', true],
  ])('is null of %s, the %s: %s', (_what, key, nullable) => {
    const schema = Object.entries(shapeOf(users, 'record')).find(([name]) => name === key)?.[1]
    expect(schema?.safeParse(null).success).toBe(nullable)
  })

  it('says what a link names, who writes a field and when', () => {
    expect(noteOn(companies, 'record', 'partner')).toBe('A record of companies. Written by root')
    expect(noteOn(vectos, 'create', 'accessList')).toBe('A record of users. While completed')
    expect(noteOn(medias, 'record', 'name')).toBeUndefined()
  })

  it('is known by the name of its resource, unless it is a definition of a test', () => {
    expect(schemasOf(medias).record.meta()?.id).toBe('medias')
    expect(schemasOf({ ...medias }).record.meta()?.id).toBeUndefined()
  })

  it('comes in pages, with how many there are', () => {
    const { page } = schemasOf(guests)
    expect(page.safeParse({ results: [], meta: { count: 0 } }).success).toBe(true)
    expect(page.safeParse({ results: [], meta: { count: 0.5 } }).success).toBe(false)
    expect(page.safeParse({ results: [{}], meta: { count: 1 } }).success).toBe(false)
  })

  it('is described once for each definition', () => {
    expect(schemasOf(medias)).toBe(schemasOf(medias))
  })
})

describe('the query of a list', () => {
  it('may be empty, and passes texts on as they came, for the reader of lists to judge', () => {
    expect(listQuery.parse({})).toEqual({})
    const odd = { offset: '-1', batch: 'many', q: '{', fsort: 'nothing', osort: 'up' }
    expect(listQuery.parse(odd)).toEqual(odd)
  })

  it.each(['offset', 'batch', 'q', 'fsort', 'osort'])('has its %s once', key => {
    expect(listQuery.safeParse({ [key]: ['1', '2'] }).success).toBe(false)
  })

  it('drops what it does not know', () => {
    expect(listQuery.parse({ odd: '1', batch: '5' })).toEqual({ batch: '5' })
  })
})

describe('the body of a delayed removal', () => {
  it.each([
    [undefined, true],
    [null, true],
    [{}, true],
    [{ delay: 0 }, true],
    [{ delay: 7 }, true],
    [{ delay: -1 }, false],
    [{ delay: 1.5 }, false],
    [{ delay: '7' }, false],
    [{ delay: null }, false],
    [[], false],
    ['7', false],
  ])('as %j is valid: %s', (body, valid) => {
    expect(deletion.safeParse(body).success).toBe(valid)
  })
})

describe('a body that the writer of records validates', () => {
  const validate = checkedByWriter(users)()

  it('passes unchanged', () => {
    const body = { firstname: 5 }
    expect(validate(body)).toEqual({ value: body })
    expect(validate(body).value).toBe(body)
  })

  it.each([
    ['a field', { firstname: 'x'.repeat(161) }, 'firstname'],
    ['a password', { password: 'x'.repeat(401) }, 'password'],
    ['the current password, which is no field', { oldPassword: 'x'.repeat(2001) }, 'oldPassword'],
    ['a key of no one', { anything: 'x'.repeat(2001) }, 'anything'],
  ])('is rejected if the text of %s is far too long', (_what, body, key) => {
    expect(validate(body).error?.details.fields).toEqual({ [key]: 'too_long' })
  })

  it('leaves texts slightly beyond the maximum to the writer, which trims them first', () => {
    expect(validate({ firstname: `${'x'.repeat(80)}${' '.repeat(80)}` }).error).toBeUndefined()
  })
})
