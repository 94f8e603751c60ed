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

describe('guests of a form', () => {
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
  ])('reads the guests %j as %j', (given, guests) => {
    expect(read(given)).toEqual(guests)
  })

  it.each([
    ['a bare string', 'ann@example.com'],
    ['a bare guest', { email: 'ann@example.com' }],
    ['a number', 7],
    ['an empty string', ['']],
    ['a null entry', [null]],
    ['a number entry', [7]],
    ['an array entry', [['ann@example.com']]],
    ['an empty guest', [{}]],
    ['an empty address', [{ email: '' }]],
    ['a blank address', [{ email: '  ' }]],
    ['an invalid address', ['ann@example']],
    ['two addresses in one entry', ['ann@example.com, bob@example.com']],
    ['an address with a name', ['Ann <ann@example.com>']],
    ['an address with a line break', ['ann@example.com\nbcc:bob@example.com']],
    ['an address of 201 characters', [`${'x'.repeat(189)}@example.com`]],
    ['a reference without a uid', [{ ref: 'guests/' }]],
    ['an invalid entry next to a valid one', ['ann@example.com', '@']],
  ])('rejects all guests for %s', (_name, given) => {
    expect(() => readGuests(given)).toThrow(
      expect.objectContaining({ code: 'validation', details: { fields: { guests: 'invalid' } } }),
    )
  })

  it('accepts guest addresses of 200 characters', () => {
    expect(read([`${'x'.repeat(188)}@example.com`]).emails).toHaveLength(1)
  })
})

describe('access lists of a record', () => {
  const ann = { ref: 'users/ann', label: 'Ann Lee' }
  const team = { ref: 'companies/c/groups/team', label: 'Team' }

  it('accessListsOf returns the lists of users and of groups of a record', () => {
    expect(
      accessListsOf(vectos, { uid: 'v', accessList: [ann], accessGroups: [team], defaultAccessList: [] }),
    ).toEqual([
      { field: 'defaultAccessList', target: 'users', entries: [] },
      { field: 'accessList', target: 'users', entries: [ann] },
      { field: 'accessGroups', target: 'groups', entries: [team] },
    ])
  })

  it('accessListsOf skips values that are no lists and entries that are no links', () => {
    const record = {
      uid: 'v',
      accessList: [ann, null, 'users/bob', { ref: 'users/eve' }],
      accessGroups: null,
    }
    expect(accessListsOf(vectos, record)).toEqual([{ field: 'accessList', target: 'users', entries: [ann] }])
  })

  it('groups of a user, members of a group and links to other records are no access lists', () => {
    expect(accessListsOf(users, { uid: 'ann', groups: [team], company: ann })).toEqual([])
    expect(accessListsOf(groups, { uid: 'team', members: [ann], guests: [ann] })).toEqual([])
    expect(accessListsOf(medias, { uid: 'm', company: ann })).toEqual([])
  })
})
