import { describe, expect, it } from 'vitest'
import {
  calledPath,
  collectionFor,
  idOf,
  placeOf,
  recordPath,
  toChanged,
  toCreated,
  toRecord,
} from '~/src/api/contract/records'

const company = { ref: 'companies/c1', label: 'Museum' }

describe('records of the API in the panel', () => {
  it('sets a record’s id, which includes the parent’s id for nested records', () => {
    expect(toRecord('users', { uid: 'u1', email: 'a@b.example' })).toMatchObject({ id: 'u1', uid: 'u1' })
    expect(toRecord('groups', { uid: 'g1', company }).id).toBe('c1/g1')
    expect(toRecord('groups', { uid: 'c1/g1', company }).id).toBe('c1/g1')
  })

  it('converts a value that is no record to an empty record', () => {
    for (const sent of [null, undefined, 'text', 5, []]) expect(toRecord('users', sent)).toEqual({ id: '' })
  })

  it('finds the id of a record from an id or a reference', () => {
    expect(['u1', 'users/u1'].map(id => idOf('users', id))).toEqual(['u1', 'u1'])
    expect(['c1/g1', 'companies/c1/groups/g1'].map(id => idOf('groups', id))).toEqual(['c1/g1', 'c1/g1'])
  })

  it('builds the path of a nested record and escapes special characters', () => {
    expect(recordPath('users', 'u1')).toBe('/users/u1')
    expect(recordPath('groups', 'c1/g1')).toBe('/companies/c1/groups/g1')
    expect(recordPath('groups', 'c 1/g?')).toBe('/companies/c%201/groups/g%3F')
    expect(recordPath('users', 'u1?admin=1#x')).toBe('/users/u1%3Fadmin%3D1%23x')
  })

  it('uses the collection names of the specification in paths', () => {
    expect(calledPath('videos', 'v1')).toBe('/videos360/v1')
    expect(calledPath('users', 'u1')).toBe('/users/u1')
    expect(placeOf('videos', 'videos/v1')).toEqual({ collection: 'videos360', id: 'v1' })
    expect(placeOf('groups', 'c1/g 1')).toEqual({ collection: 'companies/c1/groups', id: 'g 1' })
  })

  it('creates a record in its parent’s collection or in the collection of the specification', () => {
    expect(collectionFor('groups', { company })).toBe('companies/c1/groups')
    expect(collectionFor('users', { company })).toBe('users')
    expect(collectionFor('vectos', { video: { ref: 'videos/v1' } })).toBe('videos3d')
    expect(collectionFor('videos', {})).toBe('videos360')
  })
})

describe('request bodies of forms', () => {
  it('sends filled fields of a create form, links by reference', () => {
    const form = { name: 'Night', company, comment: '', members: [{ ref: 'users/u1', label: 'Ann' }] }
    expect(toCreated('groups', { ...form, invented: 1, createdAt: 'x', updatedAt: 'y' })).toEqual({
      ...{ name: 'Night', company: { ref: 'companies/c1' }, members: [{ ref: 'users/u1' }] },
    })
  })

  it('omits languages without a text from a create body', () => {
    const texts = { fr: '<p>Bonjour</p>', en: '', es: undefined }
    expect(toCreated('templates', { header: texts, body: { en: '' } })).not.toHaveProperty('body')
  })

  it('sends changed fields of an edit form and the version it is based on', () => {
    const previous = { name: 'Night', comment: null, company, updatedAt: 't1' }
    expect(toChanged('groups', { ...previous, name: 'Day' }, previous)).toEqual({
      name: 'Day',
      updatedAt: 't1',
    })
    expect(toChanged('groups', { ...previous, comment: '' }, previous)).toEqual({ updatedAt: 't1' })
    expect(toChanged('groups', { ...previous, company: { ref: 'companies/c1' } }, previous)).toEqual({
      updatedAt: 't1',
    })
    expect(toChanged('groups', { name: '' }, { name: 'Night' })).toEqual({ name: null })
  })

  it('prefers the version that the form was opened with over that of the list', () => {
    expect(toChanged('users', { updatedAt: 'form' }, { updatedAt: 'list' })).toEqual({ updatedAt: 'form' })
    expect(toChanged('users', {}, {})).toEqual({})
  })
})
