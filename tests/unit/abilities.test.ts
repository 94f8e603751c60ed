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

/** One line per ability: `read own`, or `update - role: admin root`. */
const told = (name: ResourceName, actor: Actor, record: Row) =>
  abilitiesOf(resourceOf(name), actor, record).map(ability =>
    ability.because
      ? `${ability.name} ${ability.because}`
      : `${ability.name} - ${ability.obstacle}${ability.roles ? `: ${ability.roles.join(' ')}` : ''}`,
  )

describe('abilities on a media', () => {
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
  ] as const)(
    'lists the abilities of the role %s on a media of the company %s',
    (role, company, expected) => {
      expect(told('medias', of(role), recordOf(company))).toEqual(expected)
    },
  )
})

describe('abilities on a user', () => {
  const account = (more: Row) => recordOf('own', { uid: 'other', status: 'active', role: 'viewer', ...more })

  it('a user can do nothing to a user of a higher rank; the abilities list the roles that can', () => {
    expect(told('users', of('admin'), account({ role: 'partner' }))).toEqual([
      'read - rank: partner root',
      'update - rank: partner root',
      'delete - rank: partner root',
    ])
  })

  it('root can read a deleted user but cannot change or delete it', () => {
    expect(told('users', of('root'), account({ status: 'deleted' }))).toEqual([
      'read all',
      'update - deleted',
      'delete - deleted',
    ])
  })

  it('a user can read and update their own user but cannot delete it', () => {
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

  it('a viewer can do nothing to another user of the same company', () => {
    expect(told('users', of('viewer'), account({}))).toEqual([
      'read - notAbout: admin partner root',
      'update - notAbout: admin partner root',
      'delete - role: admin partner root',
    ])
  })
})

describe('abilities on records of other resources', () => {
  it('every role downloads a published installer and no role an unpublished one', () => {
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

  it('the files of a 3D video can be downloaded only by root', () => {
    expect(told('vectos', of('admin'), recordOf('own'))).toEqual([
      'read own',
      'update own',
      'delete own',
      'download - role: root',
    ])
  })

  it('a group has no download ability', () => {
    expect(told('groups', of('admin'), recordOf('own'))).toEqual(['read own', 'update own', 'delete own'])
  })

  it('every role ends its own sessions; only root those of other users', () => {
    const session = (user: string) => recordOf('own', { user: { ref: `users/${user}`, label: user } })
    expect(told('sessions', of('editor'), session('me'))[2]).toBe('delete self')
    expect(told('sessions', of('editor'), session('other'))[2]).toBe('delete - notAbout: root')
  })

  it('a record without a company is readable only by a role with access to all companies', () => {
    expect(told('medias', of('admin'), recordOf(null))[0]).toBe('read - company')
    expect(told('medias', of('admin', { company: null }), recordOf(null))[0]).toBe('read - company')
    expect(told('medias', of('root'), recordOf(null))[0]).toBe('read all')
  })
})

describe('abilities on any record', () => {
  const companies = ['own', 'open', 'managed', 'foreign', null]
  const statuses = ['active', 'completed', 'deleted', 'deletable']
  const cases = explained.flatMap(name =>
    companies.flatMap(company =>
      statuses.map(
        status => [name, recordOf(company, { status, role: 'editor', uid: company ?? 'r' })] as const,
      ),
    ),
  )

  it('abilities match the grants for every role, record and operation', () => {
    for (const [name, record] of cases)
      for (const role of roles)
        for (const ability of abilitiesOf(resourceOf(name), of(role), record)) {
          const { name: operation, because, obstacle } = ability
          expect(because === undefined).toBe(obstacle !== undefined)
          if (operation === 'download') continue
          const resource = resourceOf(name)
          const granted = allows(resource, operation, of(role), record)
          if (because) expect(granted).toBe(true)
          // A granted operation is refused for these three reasons only.
          else if (granted) expect(['rank', 'deleted', 'ownAccount']).toContain(obstacle)
          if (obstacle === 'deleted') expect(isDeleted(resource, record)).toBe(true)
        }
  })

  it('the roles listed as a remedy are granted the operation', () => {
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

describe('parties with access to a record', () => {
  const who = (name: ResourceName, record: Row, partner: PartnerOf | null, subject: Actor | null = null) =>
    partiesOf(resourceOf(name), record, partner, subject).map(({ role, relation, abilities }) =>
      [role, relation, ...abilities.filter(({ because }) => because).map(each => each.name)].join(' '),
    )

  it('lists the parties from the highest role: all companies, the record’s company, its partner', () => {
    expect(who('medias', recordOf('own'), { uid: 'p', hasAccess: true })).toEqual([
      'root any read update delete download',
      'partner own read update download',
      'partner partner read update download',
      'admin own read update download',
    ])
  })

  it('omits a partner without access, except on the record of the company itself', () => {
    const partner = { uid: 'p', hasAccess: false }
    expect(who('medias', recordOf('own'), partner).filter(line => line.startsWith('partner'))).toEqual([
      'partner own read update download',
    ])
    expect(who('companies', { uid: 'own' }, partner).filter(line => line.startsWith('partner'))).toEqual([
      'partner own read update',
      'partner partner read update',
    ])
  })

  it('lists all roles of any company for a published installer', () => {
    expect(who('downloads', { uid: 'd', accessible: true, status: 'active' }, null)).toEqual([
      'root any read update delete download',
      ...['partner', 'admin', 'manager', 'editor', 'viewer'].map(role => `${role} any read download`),
    ])
  })

  it('lists the user that a record is about with their own abilities', () => {
    const user = recordOf('own', { uid: 'u1', role: 'viewer', status: 'active' })
    const subject = { ...probe('viewer', 'own'), uid: 'u1' }
    expect(who('users', user, null, subject).at(-1)).toBe('viewer self read update')
    const admin = { ...probe('admin', 'own'), uid: 'u1' }
    expect(who('users', { ...user, role: 'admin' }, null, admin).some(line => line.includes('self'))).toBe(
      false,
    )
  })
})

describe('abilities in the panel', () => {
  const reach = (role: Role, more: Partial<Actor> = {}) =>
    Object.fromEntries(
      reachOf(of(role, more)).map(({ resource, abilities }) => [
        resource,
        abilities.map(({ name, because }) => `${name} ${because.join('+')}`),
      ]),
    )

  it('root reaches every resource, a viewer only their own user and published installers', () => {
    expect(Object.keys(reach('root')).sort()).toEqual([...resourceNames].sort())
    const viewer = reach('viewer')
    expect(viewer.medias).toBeUndefined()
    expect(viewer.companies).toBeUndefined()
    expect(viewer.users).toEqual(['read self', 'update self'])
    expect(viewer.downloads).toEqual(['read published'])
  })

  it('lists each scope of a grant', () => {
    expect(reach('partner').medias).toEqual(['read own+open', 'create own+open', 'update own+open'])
    expect(reach('partner').companies).toContain('create licensed')
    expect(reach('admin').companies).toEqual(['read own', 'update own'])
  })

  it('viewing as another user grants no write operation and no confidential resource', () => {
    const viewed = reach('admin', { viewed: true })
    const operations = Object.values(viewed)
      .flat()
      .map(line => line.split(' ')[0])
    expect(new Set(operations)).toEqual(new Set(['read']))
    expect(viewed.sessions).toBeUndefined()
    expect(viewed.tokens).toBeUndefined()
  })
})
