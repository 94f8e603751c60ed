import { describe, expect, it } from 'vitest'
import { abilitiesOf, probe, type Row } from '~/model/abilities'
import { allows } from '~/model/access'
import { type Actor, type Role, roles } from '~/model/grants'
import { type ResourceName, resourceNames, resourceOf } from '~/model/registry'
import { isDeleted } from '~/model/states'
import { explained, type PartnerOf, partiesOf, reachOf } from '~/model/who-has-access'

const of = (role: Role, more: Partial<Actor> = {}): Actor => ({
  ...probe(role, 'own', ['managed', 'open'], ['open']),
  uid: 'me',
  ...more,
})

const recordOf = (company: string | null, more: Row = {}): Row => ({
  uid: 'r1',
  company: company === null ? null : { ref: `companies/${company}`, label: company },
  ...more,
})

/** One line an ability: `read own`, or `update - role: admin root`. */
const told = (name: ResourceName, actor: Actor, record: Row) =>
  abilitiesOf(resourceOf(name), actor, record).map(ability =>
    ability.because
      ? `${ability.name} ${ability.because}`
      : `${ability.name} - ${ability.obstacle}${ability.roles ? `: ${ability.roles.join(' ')}` : ''}`,
  )

describe('what somebody can do to a media', () => {
  const nobody = (obstacle: string) => [
    `read - ${obstacle}`,
    `update - ${obstacle}`,
    'delete - role: root',
    `download - ${obstacle}`,
  ]

  it.each([
    ['root', 'own', ['read all', 'update all', 'delete all', 'download all']],
    ['admin', 'own', ['read own', 'update own', 'delete - role: root', 'download own']],
    ['admin', 'foreign', nobody('company')],
    ['partner', 'own', ['read own', 'update own', 'delete - role: root', 'download own']],
    ['partner', 'open', ['read open', 'update open', 'delete - role: root', 'download open']],
    ['partner', 'managed', nobody('partnerAccess')],
    ['partner', 'foreign', nobody('company')],
    ['viewer', 'own', nobody('role: admin partner root')],
  ] as const)('of a %s, of the company %s', (role, company, expected) => {
    expect(told('medias', of(role), recordOf(company))).toEqual(expected)
  })
})

describe('what somebody can do to an account', () => {
  const account = (more: Row) => recordOf('own', { uid: 'other', status: 'active', role: 'viewer', ...more })

  it('is nothing to one of a higher rank, and says which roles can', () => {
    expect(told('users', of('admin'), account({ role: 'partner' }))).toEqual([
      'read - rank: partner root',
      'update - rank: partner root',
      'delete - rank: partner root',
    ])
  })

  it('is to read one that was deleted: no role changes it', () => {
    expect(told('users', of('root'), account({ status: 'deleted' }))).toEqual([
      'read all',
      'update - deleted',
      'delete - deleted',
    ])
  })

  it('is everything but to delete one’s own', () => {
    expect(told('users', of('admin'), account({ uid: 'me', role: 'admin' }))).toEqual([
      'read own',
      'update own',
      'delete - ownAccount',
    ])
    expect(told('users', of('viewer'), account({ uid: 'me' }))).toEqual([
      'read self',
      'update self',
      'delete - role: admin partner root',
    ])
  })

  it('of a viewer, to another’s, is nothing: their role covers their own alone', () => {
    expect(told('users', of('viewer'), account({}))).toEqual([
      'read - notAbout: admin partner root',
      'update - notAbout: admin partner root',
      'delete - role: admin partner root',
    ])
  })
})

describe('what somebody can do to', () => {
  it('an installer: everybody downloads it once it is published', () => {
    const installer = { uid: 'd1', accessible: true, status: 'active' }
    expect(told('downloads', of('viewer'), installer)).toEqual([
      'read published',
      'update - role: root',
      'delete - role: root',
      'download published',
    ])
    for (const hidden of [{ accessible: false }, { status: 'disabled' }])
      expect(told('downloads', of('viewer'), { ...installer, ...hidden })).toEqual([
        'read - unpublished',
        'update - role: root',
        'delete - role: root',
        'download - unpublished',
      ])
  })

  it('a 3D video: its files are for root, whoever sees the record', () => {
    expect(told('vectos', of('admin'), recordOf('own'))).toEqual([
      'read own',
      'update own',
      'delete own',
      'download - role: root',
    ])
  })

  it('a group: it has no file', () => {
    expect(told('groups', of('admin'), recordOf('own'))).toEqual(['read own', 'update own', 'delete own'])
  })

  it('a session: everybody ends theirs, and the record of another names who can', () => {
    const session = (user: string) => recordOf('own', { user: { ref: `users/${user}`, label: user } })
    expect(told('sessions', of('editor'), session('me'))[2]).toBe('delete self')
    expect(told('sessions', of('editor'), session('other'))[2]).toBe('delete - notAbout: root')
  })

  it('a record without a company: only who reads everything', () => {
    expect(told('medias', of('admin'), recordOf(null))[0]).toBe('read - company')
    expect(told('medias', of('admin', { company: null }), recordOf(null))[0]).toBe('read - company')
    expect(told('medias', of('root'), recordOf(null))[0]).toBe('read all')
  })
})

describe('what is told of any record', () => {
  const companies = ['own', 'open', 'managed', 'foreign', null]
  const statuses = ['active', 'completed', 'deleted', 'deletable']
  const cases = explained.flatMap(name =>
    companies.flatMap(company =>
      statuses.map(
        status => [name, recordOf(company, { status, role: 'editor', uid: company ?? 'r' })] as const,
      ),
    ),
  )

  it('is what the grants say: no more, and no less', () => {
    for (const [name, record] of cases)
      for (const role of roles)
        for (const ability of abilitiesOf(resourceOf(name), of(role), record)) {
          const { name: operation, because, obstacle } = ability
          expect(because === undefined).toBe(obstacle !== undefined)
          if (operation === 'download') continue
          const resource = resourceOf(name)
          const granted = allows(resource, operation, of(role), record)
          if (because) expect(granted).toBe(true)
          // What is granted is refused for three reasons alone.
          else if (granted) expect(['rank', 'deleted', 'ownAccount']).toContain(obstacle)
          if (obstacle === 'deleted') expect(isDeleted(resource, record)).toBe(true)
        }
  })

  it('names, as a remedy, only roles that can', () => {
    for (const [name, record] of cases)
      for (const role of roles)
        for (const { name: operation, roles: able = [] } of abilitiesOf(resourceOf(name), of(role), record))
          for (const other of able) {
            const company = resourceOf(name).company === 'uid' ? String(record.uid) : undefined
            const owner =
              company ?? String((record.company as { ref?: string } | null)?.ref?.split('/')[1] ?? '')
            const found = abilitiesOf(resourceOf(name), probe(other, owner || null), record)
            expect(found.find(each => each.name === operation)?.because).toBeDefined()
          }
  })
})

describe('who has access', () => {
  const who = (name: ResourceName, record: Row, partner: PartnerOf | null, subject: Actor | null = null) =>
    partiesOf(resourceOf(name), record, partner, subject).map(({ role, relation, abilities }) =>
      [role, relation, ...abilities.filter(({ because }) => because).map(each => each.name)].join(' '),
    )

  it('is told from the highest role: all companies in one, else the record’s own and its partner', () => {
    expect(who('medias', recordOf('own'), { uid: 'p', hasAccess: true })).toEqual([
      'root any read update delete download',
      'partner own read update download',
      'partner partner read update download',
      'admin own read update download',
    ])
  })

  it('leaves out a partner that the company gives no access, but not to the company itself', () => {
    const partner = { uid: 'p', hasAccess: false }
    expect(who('medias', recordOf('own'), partner).filter(line => line.startsWith('partner'))).toEqual([
      'partner own read update download',
    ])
    expect(who('companies', { uid: 'own' }, partner).filter(line => line.startsWith('partner'))).toEqual([
      'partner own read update',
      'partner partner read update',
    ])
  })

  it('is everybody of any company, where something is published', () => {
    expect(who('downloads', { uid: 'd', accessible: true, status: 'active' }, null)).toEqual([
      'root any read update delete download',
      ...['partner', 'admin', 'manager', 'editor', 'viewer'].map(role => `${role} any read download`),
    ])
  })

  it('names the person whom a record is about, for what they can do as such', () => {
    const user = recordOf('own', { uid: 'u1', role: 'viewer', status: 'active' })
    const subject = { ...probe('viewer', 'own'), uid: 'u1' }
    expect(who('users', user, null, subject).at(-1)).toBe('viewer self read update')
    const admin = { ...probe('admin', 'own'), uid: 'u1' }
    expect(who('users', { ...user, role: 'admin' }, null, admin).some(line => line.includes('self'))).toBe(
      false,
    )
  })
})

describe('what somebody can do in the panel', () => {
  const reach = (role: Role, more: Partial<Actor> = {}) =>
    Object.fromEntries(
      reachOf(of(role, more)).map(({ resource, abilities }) => [
        resource,
        abilities.map(({ name, because }) => `${name} ${because.join('+')}`),
      ]),
    )

  it('is every kind of record for root, and a viewer’s own for a viewer', () => {
    expect(Object.keys(reach('root')).sort()).toEqual([...resourceNames].sort())
    const viewer = reach('viewer')
    expect(viewer.medias).toBeUndefined()
    expect(viewer.companies).toBeUndefined()
    expect(viewer.users).toEqual(['read self', 'update self'])
    expect(viewer.downloads).toEqual(['read published'])
  })

  it('names each scope of a grant', () => {
    expect(reach('partner').medias).toEqual(['read own+open', 'create own+open', 'update own+open'])
    expect(reach('partner').companies).toContain('create licensed')
    expect(reach('admin').companies).toEqual(['read own', 'update own'])
  })

  it('is nothing that changes while somebody sees the panel as another, and nothing confidential', () => {
    const viewed = reach('admin', { viewed: true })
    const operations = Object.values(viewed)
      .flat()
      .map(line => line.split(' ')[0])
    expect(new Set(operations)).toEqual(new Set(['read']))
    expect(viewed.sessions).toBeUndefined()
    expect(viewed.tokens).toBeUndefined()
  })
})
