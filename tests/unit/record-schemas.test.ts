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

/** The required keys. */
const neededIn = (resource: Resource, part: Part) =>
  Object.entries(shapeOf(resource, part)).flatMap(([key, schema]) => (isOptional(schema) ? [] : [key]))

/** The members of an object field. */
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

describe('the schema of a create body', () => {
  it.each<[ResourceName, string[]]>([
    ['medias', ['file', 'name', 'contentType', 'checksum']],
    ['companies', ['name']],
    ['users', ['firstname', 'lastname', 'email', 'password', 'role']],
    ['vectos', ['name', 'video', 'framerate', 'offsetStart', 'offsetEnd', 'duration']],
    ['guests', ['group', 'guest']],
    ['versions', []],
  ])('requires in a create body of %s what has no default: %j', (name, needed) => {
    expect(neededIn(resourceOf(name), 'create')).toEqual(needed)
  })

  it('lists writable fields of a create body without those that the server sets', () => {
    expect(keysOf(medias, 'create')).toEqual([
      ...['file', 'name', 'company', 'specialUsage', 'tags', 'contentType', 'checksum'],
    ])
  })

  it('omits an object from a create body if all of its members are set by the server', () => {
    expect(keysOf(companies, 'create')).not.toEqual(expect.arrayContaining(['users']))
    expect(membersOf(guests, 'create', 'guest')).toEqual(['email'])
  })

  it('makes an object of a create body optional if none of its members is required', () => {
    expect(membersOf(users, 'create', 'notify')).toHaveLength(6)
    expect(neededIn(users, 'create')).not.toContain('notify')
  })
})

describe('the schema of an update body', () => {
  it.each<[ResourceName, string[]]>([
    ['medias', ['file', 'name', 'specialUsage', 'tags', 'updatedAt']],
    ['vectos', ['defaultAccessList', 'accessList', 'accessGroups', 'updatedAt']],
    ['guests', ['updatedAt']],
  ])('allows in an update body of %s the fields that are not immutable: %j', (name, keys) => {
    expect(keysOf(resourceOf(name), 'update')).toEqual(keys)
  })

  it.each(resourceNames)('requires no field in an update body of %s', name => {
    expect(neededIn(resourceOf(name), 'update')).toEqual([])
    expect(isValid(resourceOf(name), 'update', {})).toBe(true)
  })

  it.each([undefined, null, '2027-01-01T00:00:00.000Z'])(
    'accepts %j as the base version of an update',
    updatedAt => {
      expect(isValid(medias, 'update', { updatedAt })).toBe(true)
    },
  )

  it('rejects a number as the base version of an update', () => {
    expect(isValid(medias, 'update', { updatedAt: 5 })).toBe(false)
  })
})

describe('a value in an update body', () => {
  it.each([
    ['null, which empties it', medias, { name: null, tags: null, file: null }, true],
    ['a link without a label', companies, { partner: { ref: 'companies/c' } }, true],
    ['a link to another resource', companies, { partner: { ref: 'users/u' } }, false],
    ['a reference alone', companies, { partner: 'companies/c' }, false],
    ['the longest name', medias, { name: 'x'.repeat(200) }, true],
    ['a longer name', medias, { name: 'x'.repeat(201) }, false],
    ['an invalid e-mail address', users, { email: 'grace' }, false],
    ['a password that is too short', users, { password: '12345' }, false],
    ['a language that the panel lacks', users, { lang: 'xx' }, false],
    ['a member of an object', users, { notify: { vectoFailed: 'email' } }, true],
    ['a wrong member of an object', users, { notify: { vectoFailed: 'pigeon' } }, false],
    ['an object that is a string', users, { notify: 'email' }, false],
  ] as const)('validates %s', (_what, resource, body, valid) => {
    expect(isValid(resource, 'update', body)).toBe(valid)
  })
})

describe('the schema of a record in a response', () => {
  it.each(resourceNames)('lists uid and the readable fields in the response schema of %s', name => {
    const { fields } = resourceOf(name)
    const shown = keysOf(resourceOf(name), 'record')
    const hidden = Object.entries(fields).flatMap(([key, { lazy, read }]) =>
      lazy || read?.length === 0 ? [key] : [],
    )
    expect(shown[0]).toBe('uid')
    expect(shown).not.toEqual(expect.arrayContaining([expect.stringContaining('.')]))
    expect(shown.filter(key => hidden.includes(key))).toEqual([])
  })

  it('nests dotted field paths as objects in the response schema', () => {
    expect(membersOf(companies, 'record', 'users')).toEqual(['total', 'purchased', 'active', 'maxActive'])
    expect(membersOf(guests, 'record', 'guest')).toEqual(['email', 'label'])
    expect(membersOf(vectos, 'record', 'files')).toEqual(['data'])
  })

  it('omits members that no role may read from the response schema', () => {
    expect(membersOf(companies, 'record', 'seconds')).toEqual(['used', 'purchased'])
  })

  it.each([
    ['a password', users, 'password'],
    ['the address of a device', users, 'messageToken'],
    ['a large value with a request of its own', vectos, 'log'],
    ['a name that is not yet applied', vectos, 'newname'],
  ] as const)('never includes %s in the response schema', (_what, resource, key) => {
    expect(keysOf(resource, 'record')).not.toContain(key)
    expect(Object.keys(resource.fields)).toContain(key)
  })

  it('marks only fields that some roles cannot read as optional in the response schema', () => {
    const { record } = schemasOf(users)
    const missing = Object.entries(record.shape).flatMap(([key, schema]) => (isOptional(schema) ? [key] : []))
    expect(missing).toEqual(['notifications'])
  })

  it('includes computed fields, which may be null, in the response schema', () => {
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
    ['required field', 'email', false],
    ['field that an invited user lacks', 'firstname', true],
    ['a list of links', 'groups', false],
    ['optional field', 'lastLoginAt', true],
  ])('states whether the %s %s is nullable: %s', (_what, key, nullable) => {
    const schema = Object.entries(shapeOf(users, 'record')).find(([name]) => name === key)?.[1]
    expect(schema?.safeParse(null).success).toBe(nullable)
  })

  it('describes target, writers and state of a field in its schema', () => {
    expect(noteOn(companies, 'record', 'partner')).toBe('A record of companies. Written by root')
    expect(noteOn(vectos, 'create', 'accessList')).toBe('A record of users. While completed')
    expect(noteOn(medias, 'record', 'name')).toBeUndefined()
  })

  it('registers the schema under the name of its resource, but not that of a copied definition', () => {
    expect(schemasOf(medias).record.meta()?.id).toBe('medias')
    expect(schemasOf({ ...medias }).record.meta()?.id).toBeUndefined()
  })

  it('describes a page of records with an integer count', () => {
    const { page } = schemasOf(guests)
    expect(page.safeParse({ results: [], meta: { count: 0 } }).success).toBe(true)
    expect(page.safeParse({ results: [], meta: { count: 0.5 } }).success).toBe(false)
    expect(page.safeParse({ results: [{}], meta: { count: 1 } }).success).toBe(false)
  })

  it('builds the schemas once for each definition', () => {
    expect(schemasOf(medias)).toBe(schemasOf(medias))
  })
})

describe('the query of a list', () => {
  it('accepts an empty list query and passes texts on unchanged', () => {
    expect(listQuery.parse({})).toEqual({})
    const odd = { offset: '-1', batch: 'many', q: '{', fsort: 'nothing', osort: 'up' }
    expect(listQuery.parse(odd)).toEqual(odd)
  })

  it.each(['offset', 'batch', 'q', 'fsort', 'osort'])('rejects a repeated %s in a list query', key => {
    expect(listQuery.safeParse({ [key]: ['1', '2'] }).success).toBe(false)
  })

  it('drops unknown parameters of a list query', () => {
    expect(listQuery.parse({ odd: '1', batch: '5' })).toEqual({ batch: '5' })
  })
})

describe('the body of a delayed deletion', () => {
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
  ])('validates the deletion body %j: %s', (body, valid) => {
    expect(deletion.safeParse(body).success).toBe(valid)
  })
})

describe('a body that the record writer validates', () => {
  const validate = checkedByWriter(users)()

  it('passes a body on unchanged to the record writer', () => {
    const body = { firstname: 5 }
    expect(validate(body)).toEqual({ value: body })
    expect(validate(body).value).toBe(body)
  })

  it.each([
    ['a field', { firstname: 'x'.repeat(161) }, 'firstname'],
    ['a password', { password: 'x'.repeat(401) }, 'password'],
    ['the current password, which is no field', { oldPassword: 'x'.repeat(2001) }, 'oldPassword'],
    ['an unknown key', { anything: 'x'.repeat(2001) }, 'anything'],
  ])('rejects a body in which the text of %s is far too long', (_what, body, key) => {
    expect(validate(body).error?.details.fields).toEqual({ [key]: 'too_long' })
  })

  it('passes texts slightly beyond the maximum to the writer, which trims them first', () => {
    expect(validate({ firstname: `${'x'.repeat(80)}${' '.repeat(80)}` }).error).toBeUndefined()
  })
})
