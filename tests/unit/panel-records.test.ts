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

describe('a record of the API', () => {
  it('has an id in the panel, which names its parent where it has one', () => {
    expect(toRecord('users', { uid: 'u1', email: 'a@b.example' })).toMatchObject({ id: 'u1', uid: 'u1' })
    expect(toRecord('groups', { uid: 'g1', company }).id).toBe('c1/g1')
    expect(toRecord('groups', { uid: 'c1/g1', company }).id).toBe('c1/g1')
  })

  it('that is none is empty', () => {
    for (const sent of [null, undefined, 'text', 5, []]) expect(toRecord('users', sent)).toEqual({ id: '' })
  })

  it('is found by its id or a reference to it', () => {
    expect(['u1', 'users/u1'].map(id => idOf('users', id))).toEqual(['u1', 'u1'])
    expect(['c1/g1', 'companies/c1/groups/g1'].map(id => idOf('groups', id))).toEqual(['c1/g1', 'c1/g1'])
  })

  it('has an address in its parent, with nothing in it that leads elsewhere', () => {
    expect(recordPath('users', 'u1')).toBe('/users/u1')
    expect(recordPath('groups', 'c1/g1')).toBe('/companies/c1/groups/g1')
    expect(recordPath('groups', 'c 1/g?')).toBe('/companies/c%201/groups/g%3F')
    expect(recordPath('users', 'u1?admin=1#x')).toBe('/users/u1%3Fadmin%3D1%23x')
  })

  it('is called by the name that the specification has for it', () => {
    expect(calledPath('videos', 'v1')).toBe('/videos360/v1')
    expect(calledPath('users', 'u1')).toBe('/users/u1')
    expect(placeOf('videos', 'videos/v1')).toEqual({ collection: 'videos360', id: 'v1' })
    expect(placeOf('groups', 'c1/g 1')).toEqual({ collection: 'companies/c1/groups', id: 'g 1' })
  })

  it('is created in its parent, or in the list that the specification names', () => {
    expect(collectionFor('groups', { company })).toBe('companies/c1/groups')
    expect(collectionFor('users', { company })).toBe('users')
    expect(collectionFor('vectos', { video: { ref: 'videos/v1' } })).toBe('videos3d')
    expect(collectionFor('videos', {})).toBe('videos360')
  })
})

describe('what is sent of a form', () => {
  it('that creates is what was filled in, links by their reference', () => {
    const form = { name: 'Night', company, comment: '', members: [{ ref: 'users/u1', label: 'Ann' }] }
    expect(toCreated('groups', { ...form, invented: 1, createdAt: 'x', updatedAt: 'y' })).toEqual({
      ...{ name: 'Night', company: { ref: 'companies/c1' }, members: [{ ref: 'users/u1' }] },
    })
  })

  it('leaves out languages without a text', () => {
    const texts = { fr: '<p>Bonjour</p>', en: '', es: undefined }
    expect(toCreated('templates', { header: texts, body: { en: '' } })).not.toHaveProperty('body')
  })

  it('that changes is what differs, and what it is based on', () => {
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

  it('is based on what the form was opened with, where that is known', () => {
    expect(toChanged('users', { updatedAt: 'form' }, { updatedAt: 'list' })).toEqual({ updatedAt: 'form' })
    expect(toChanged('users', {}, {})).toEqual({})
  })
})
