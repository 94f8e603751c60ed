import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Api, api, login } from '../support/server/api'
import { type DemoWorld, demoWorld, listAll } from '../support/server/demo-world'
import { lastLink } from '../support/server/sent-links'
import { startServer, type TestServer } from '../support/server/test-server'

type Link = { ref: string; label: string }
type Group = { uid: string; name: string; members: Link[]; guests: Link[]; updatedAt: string }
type Guest = {
  uid: string
  guest: { email: string; label: string }
  group: Link
  user: Link | null
  status: string
}
type Invitation = { uid: string; hostCompany: Link; group: Link; status: string; createdBy: Link }
type Refusal = { code: string; fields?: Record<string, string> }

let server: TestServer
let world: DemoWorld
let admin: Api
let home: string

beforeAll(async () => {
  server = await startServer({ demo: true })
  world = await demoWorld(server)
  admin = world.of('admin').api
  home = `companies/${world.of('admin').actor.company}`
})
afterAll(() => server.stop())

const colleagues = async () =>
  (await listAll(admin, 'users', { status: 'active' })).map(({ uid }) => ({ ref: `users/${uid}` }))

const newGroup = async (body: object) => admin.post<Group & Refusal>(`${home}/groups`, body)

describe('a group', () => {
  it('a group lists its members, all of its company', async () => {
    const [one, two] = await colleagues()
    const { status, body } = await newGroup({ name: 'Editors', members: [one, two], comment: 'Weekly' })
    expect([status, body.members.map(({ ref }) => ref).sort()]).toEqual([201, [one?.ref, two?.ref].sort()])
    const { body: members } = await admin.get<{
      results: { uid: string; email: string }[]
      meta: { count: number }
    }>(`${home}/groups/${body.uid}/members`)
    expect(members.meta.count).toBe(2)
    expect(members.results.every(({ email }) => email.includes('@'))).toBe(true)
    const user = await admin.get<{ groups: Link[] }>(one?.ref ?? '')
    expect(user.body.groups).toContainEqual({ ref: `${home}/groups/${body.uid}`, label: 'Editors' })
  })

  it('adds and removes group membership from the user’s record', async () => {
    const [someone] = await colleagues()
    const { body: group } = await newGroup({ name: 'From the other side' })
    const ref = `${home}/groups/${group.uid}`
    expect(
      (await admin.patch<{ groups: Link[] }>(someone?.ref ?? '', { groups: [{ ref }] })).body.groups,
    ).toHaveLength(1)
    expect((await admin.get<Group>(ref)).body.members.map(link => link.ref)).toEqual([someone?.ref])
    await admin.patch(someone?.ref ?? '', { groups: [] })
    expect((await admin.get<Group>(ref)).body.members).toEqual([])
  })

  it('refuses members of another company, a repeated name and a group without a name', async () => {
    const stranger = `users/${(await world.personNamed('admin2')).actor.uid}`
    expect((await newGroup({ name: 'Strangers', members: [{ ref: stranger }] })).body.fields).toEqual({
      members: 'other_company',
    })
    await newGroup({ name: 'Cinéma' })
    expect((await newGroup({ name: 'cinema' })).body.fields).toEqual({ name: 'taken' })
    expect((await newGroup({ name: ' ' })).body.fields).toEqual({ name: 'required' })
  })

  it('renames a group and refuses a stale edit', async () => {
    const { body } = await newGroup({ name: 'Before' })
    const ref = `${home}/groups/${body.uid}`
    expect((await admin.patch(ref, { name: 'After', updatedAt: body.updatedAt })).status).toBe(200)
    expect((await admin.patch<Refusal>(ref, { name: 'Later', updatedAt: body.updatedAt })).body.code).toBe(
      'stale',
    )
    expect((await admin.get<Group>(ref)).body.name).toBe('After')
  })

  it('a group belongs to one company and returns 404 elsewhere', async () => {
    const { body } = await newGroup({ name: 'Here' })
    const other = world.companies.find(({ uid }) => `companies/${uid}` !== home)?.uid
    expect((await world.of('root').api.get(`companies/${other}/groups/${body.uid}`)).status).toBe(404)
    const stranger = await world.personNamed('admin2')
    expect((await stranger.api.get(`${home}/groups/${body.uid}`)).status).toBe(404)
    expect((await stranger.api.get(`${home}/groups`)).status).toBe(404)
  })

  it('refuses to delete a group with guests', async () => {
    const { body } = await newGroup({ name: 'To go', guests: ['Ann@Guests.example'] })
    const ref = `${home}/groups/${body.uid}`
    expect(body.guests.map(({ label }) => label)).toEqual(['ann@guests.example'])
    const refused = await admin.del<Refusal & { params: object }>(ref)
    expect([refused.status, refused.body.code, refused.body.params]).toEqual([
      409,
      'referred_to',
      { by: 'guests' },
    ])
    expect((await admin.patch<Group>(ref, { guests: [] })).body.guests).toEqual([])
    expect((await admin.del(ref)).status).toBe(200)
    expect((await admin.get(ref)).status).toBe(404)
  })
})

describe('a guest', () => {
  it('invites a guest once to a group, from the company or the group', async () => {
    const { body: group } = await newGroup({ name: 'Guests' })
    const ref = `${home}/groups/${group.uid}`
    const asked = {
      group: { ref, label: 'Guests' },
      email: 'Zed@Guests.example',
      location: 'https://elsewhere.example',
    }
    const first = await admin.post<Guest>(`${home}/guests`, asked)
    expect([first.status, first.body.guest.email, first.body.status]).toEqual([
      201,
      'zed@guests.example',
      'pending',
    ])
    expect((await admin.post<Refusal>(`${home}/guests`, asked)).body.fields).toEqual({
      'guest.email': 'taken',
    })
    expect((await admin.post<Guest>(`${ref}/guests`, { email: 'yan@guests.example' })).body.group.ref).toBe(
      ref,
    )
    const { body } = await admin.get<{ results: Guest[]; meta: { count: number } }>(`${ref}/guests`)
    expect(body.meta.count).toBe(2)
    const elsewhere = world.companies.find(({ uid }) => `companies/${uid}` !== home)?.uid
    expect(
      (
        await world
          .of('root')
          .api.post<Refusal>(`companies/${elsewhere}/guests`, { ...asked, email: 'x@guests.example' })
      ).body.fields,
    ).toEqual({ group: 'other_company' })
    expect((await admin.post<Refusal>(`${home}/guests`, { group: { ref } })).body.fields).toEqual({
      'guest.email': 'required',
    })
    expect((await admin.post<Refusal>(`${ref}/guests`, { email: 'nobody' })).body.fields).toEqual({
      'guest.email': 'invalid',
    })
  })

  it('a guest who is a user reads the invitation and accepts it with the host company', async () => {
    const { body: group } = await newGroup({ name: 'Invited' })
    await admin.post(`${home}/groups/${group.uid}/guests`, { email: 'admin2@demo.example' })
    const guest = await login(server.url, 'admin2@demo.example', 'demo-password-for-tests')
    const mine = async () =>
      (await guest.get<{ results: Invitation[] }>('me/invitations')).body.results.find(
        each => each.group.label === 'Invited',
      )
    const invitation = await mine()
    expect(invitation).toMatchObject({ hostCompany: { ref: home }, status: 'pending' })
    const path = `me/invitations/${invitation?.uid}`
    expect((await guest.patch<Refusal>(path, {})).body.fields).toEqual({ company: 'required' })
    expect((await guest.patch<Refusal>(path, { company: 'companies/other' })).body.fields).toEqual({
      company: 'invalid',
    })
    expect((await world.of('viewer').api.patch(path, { company: home })).status).toBe(404)
    const accepted = await guest.patch<Invitation>(path, { company: { ref: home } })
    expect([accepted.status, accepted.body.status]).toEqual([200, 'accepted'])
    expect(await mine()).toBeUndefined()
    const { body } = await admin.get<{ results: Guest[] }>(`${home}/groups/${group.uid}/guests`)
    expect(body.results[0]?.status).toBe('accepted')
  })

  it('a guest declines an invitation, whose host does not learn who they are and may invite them again', async () => {
    const { body: group } = await newGroup({ name: 'Declined' })
    const guests = `${home}/groups/${group.uid}/guests`
    await admin.post(guests, { email: 'admin2@demo.example' })
    const guest = await login(server.url, 'admin2@demo.example', 'demo-password-for-tests')
    const { body } = await guest.get<{ results: Invitation[] }>('me/invitations')
    const mine = body.results.find(each => each.group.label === 'Declined')
    const path = `me/invitations/${mine?.uid}`
    expect((await world.of('viewer').api.del(path)).status).toBe(404)
    expect((await guest.del(path)).status).toBe(200)
    expect((await guest.del(path)).status).toBe(404)
    expect((await admin.get<{ results: Guest[] }>(guests)).body.results).toEqual([])
    const query = encodeURIComponent(JSON.stringify({ type: 'guests' }))
    const { body: log } = await admin.get<{ results: object[] }>(`events?q=${query}&batch=1`)
    expect(log.results[0]).toMatchObject({ event: 'delete', label: 'admin2@demo.example', user: null })
    expect((await admin.post(guests, { email: 'admin2@demo.example' })).status).toBe(201)
  })
})

describe('the link in a guest’s e-mail', () => {
  const inviteTo = async (name: string, email: string) => {
    const { body: group } = await newGroup({ name })
    const { body } = await admin.post<Guest>(`${home}/groups/${group.uid}/guests`, { email })
    return { path: `${home}/guests/${body.uid}`, ...(await lastLink(world.of('root').api, email)) }
  }
  const joinPath = (hash: string) => `onboarding/group/${hash}`

  it('a guest link shows the host and accepts the invitation once, without an account', async () => {
    const email = 'far.away@guests.example'
    const { path, hash, action, link } = await inviteTo('By mail', email)
    expect([action, link]).toEqual(['groupInvitation', expect.stringContaining(`/onboarding/group/${hash}`)])
    const nobody = api(server.url)
    expect((await nobody.get(joinPath(hash))).body).toEqual({
      type: 'group',
      email,
      lang: expect.stringMatching(/^(en|fr|es)$/),
      host: expect.any(String),
      company: 'Musée du Littoral',
      group: 'By mail',
      known: false,
    })
    const { status, body } = await nobody.post<{ code?: string; sessionToken?: string }>(joinPath(hash), {})
    expect([status, body.sessionToken]).toEqual([200, undefined])
    expect((await admin.get<Guest>(path)).body.status).toBe('accepted')
    expect((await nobody.post<Refusal>(joinPath(hash), {})).body.code).toBe('OB2')
  })

  it('the e-mail to a guest who is a user is in their language, and accepting in the panel uses up its link', async () => {
    const { lang, hash } = await inviteTo('Both ways', 'viewer@demo.example')
    const viewer = world.of('viewer').api
    expect(lang).toBe((await viewer.get<{ lang: string }>('users/me')).body.lang)
    const nobody = api(server.url)
    expect((await nobody.get<{ known: boolean }>(joinPath(hash))).body.known).toBe(true)
    const { body } = await viewer.get<{ results: Invitation[] }>('me/invitations')
    const mine = body.results.find(({ group }) => group.label === 'Both ways')
    await viewer.patch(`me/invitations/${mine?.uid}`, { company: home })
    expect((await nobody.post<Refusal>(joinPath(hash), {})).body.code).toBe('OB2')
  })

  it('resends the link of a pending guest, and invalidates it when the guest is removed', async () => {
    const email = 'again@guests.example'
    const first = await inviteTo('Once more', email)
    expect((await admin.post(`${first.path}/resend`)).status).toBe(200)
    const second = await lastLink(world.of('root').api, email)
    const nobody = api(server.url)
    expect((await nobody.get<Refusal>(joinPath(first.hash))).body.code).toBe('OB2')
    expect((await nobody.get(joinPath(second.hash))).status).toBe(200)
    expect((await world.of('viewer').api.post(`${first.path}/resend`)).status).toBe(403)
    await admin.del(first.path)
    expect((await nobody.get<Refusal>(joinPath(second.hash))).body.code).toBe('OB2')
  })
})

describe('the stakeholders of a company', () => {
  it('lists the partner’s users while access is granted, the managed companies, and groups with guests', async () => {
    const partner = world.of('partner')
    const { body } = await admin.get<Record<'extras' | 'managedCompanies' | 'guestGroups', Link[]>>(
      `${home}/stakeholders/enhanced`,
    )
    expect(body.extras.map(({ ref }) => ref)).toContain(`users/${partner.actor.uid}`)
    expect(body.guestGroups.map(({ label }) => label)).toContain('Guests')
    await admin.patch(home, { allowPartnerAccess: false })
    expect((await admin.get<{ extras: Link[] }>(`${home}/stakeholders/enhanced`)).body.extras).toEqual([])
    await admin.patch(home, { allowPartnerAccess: true })
    const own = await partner.api.get<{ managedCompanies: Link[] }>(
      `companies/${partner.actor.company}/stakeholders/enhanced`,
    )
    expect(own.body.managedCompanies.map(({ ref }) => ref)).toContain(home)
  })
})
