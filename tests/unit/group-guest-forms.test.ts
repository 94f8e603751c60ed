import { describe, expect, it } from 'vitest'
import { groups } from '~/model/resources/groups'
import { medias } from '~/model/resources/medias'
import { users } from '~/model/resources/users'
import { vectos } from '~/model/resources/vectos'
import { accessListsOf } from '~/server/features/access/who-has-access'
import { readGuests } from '~/server/features/groups/group-hooks'

const read = (given: unknown) => {
  const { emails, uids } = readGuests(given)
  return { emails: [...emails], uids: [...uids] }
}

describe('the guests that a form names', () => {
  it.each([
    [null, { emails: [], uids: [] }],
    [[], { emails: [], uids: [] }],
    [['ann@example.com'], { emails: ['ann@example.com'], uids: [] }],
    [[' Ann@Example.com '], { emails: ['ann@example.com'], uids: [] }],
    [['ann@example.com', 'ANN@example.com'], { emails: ['ann@example.com'], uids: [] }],
    [[{ email: 'ann@example.com' }], { emails: ['ann@example.com'], uids: [] }],
    [[{ guest: { email: 'ann@example.com' } }], { emails: ['ann@example.com'], uids: [] }],
    [['g1', 'guests/g2', 'companies/c/guests/g3'], { emails: [], uids: ['g1', 'g2', 'g3'] }],
    [[{ ref: 'companies/c/guests/g1', label: 'Ann' }], { emails: [], uids: ['g1'] }],
    [[{ ref: 'guests/g1', email: 'ann@example.com' }], { emails: [], uids: ['g1'] }],
    [['g1', { ref: 'guests/g1' }, 'ann@example.com'], { emails: ['ann@example.com'], uids: ['g1'] }],
  ])('%j are %j', (given, guests) => {
    expect(read(given)).toEqual(guests)
  })

  it.each([
    ['a text alone', 'ann@example.com'],
    ['one guest alone', { email: 'ann@example.com' }],
    ['a number', 7],
    ['an empty text', ['']],
    ['nothing among them', [null]],
    ['a number among them', [7]],
    ['a list among them', [['ann@example.com']]],
    ['an empty guest', [{}]],
    ['an empty address', [{ email: '' }]],
    ['a blank address', [{ email: '  ' }]],
    ['an address that is none', ['ann@example']],
    ['two in one', ['ann@example.com, bob@example.com']],
    ['a name with it', ['Ann <ann@example.com>']],
    ['a line break in it', ['ann@example.com\nbcc:bob@example.com']],
    ['one of 201 letters', [`${'x'.repeat(189)}@example.com`]],
    ['a reference to none', [{ ref: 'guests/' }]],
    ['a wrong one beside a right one', ['ann@example.com', '@']],
  ])('are refused as a whole for %s', (_name, given) => {
    expect(() => readGuests(given)).toThrow(
      expect.objectContaining({ code: 'validation', details: { fields: { guests: 'invalid' } } }),
    )
  })

  it('may have addresses of 200 letters', () => {
    expect(read([`${'x'.repeat(188)}@example.com`]).emails).toHaveLength(1)
  })
})

describe('the access lists of a record', () => {
  const ann = { ref: 'users/ann', label: 'Ann Lee' }
  const team = { ref: 'companies/c/groups/team', label: 'Team' }

  it('are those of people and of groups that it holds', () => {
    expect(
      accessListsOf(vectos, { uid: 'v', accessList: [ann], accessGroups: [team], defaultAccessList: [] }),
    ).toEqual([
      { field: 'defaultAccessList', target: 'users', entries: [] },
      { field: 'accessList', target: 'users', entries: [ann] },
      { field: 'accessGroups', target: 'groups', entries: [team] },
    ])
  })

  it('leave out what is no list, and what is no link', () => {
    const record = {
      uid: 'v',
      accessList: [ann, null, 'users/bob', { ref: 'users/eve' }],
      accessGroups: null,
    }
    expect(accessListsOf(vectos, record)).toEqual([{ field: 'accessList', target: 'users', entries: [ann] }])
  })

  it('are not the groups of a user, nor the members of a group, nor links to other records', () => {
    expect(accessListsOf(users, { uid: 'ann', groups: [team], company: ann })).toEqual([])
    expect(accessListsOf(groups, { uid: 'team', members: [ann], guests: [ann] })).toEqual([])
    expect(accessListsOf(medias, { uid: 'm', company: ann })).toEqual([])
  })
})
