import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Api, api, login } from '../support/server/api'
import { type DemoWorld, demoWorld, type Found, listAll } from '../support/server/demo-world'
import { lastLink, mailsTo } from '../support/server/sent-links'
import { demoPassword, startServer, type TestServer } from '../support/server/test-server'

type Link = { ref: string; label: string }
type Guest = Found & { user: Link | null; guest: { email: string; label: string }; status: string }
type Invitation = Found & { group: Link; hostCompany: Link }

let server: TestServer
let world: DemoWorld
let root: Api
let admin: Api
/** The administrator of another company. */
let other: Api
let home: string
let made = 0

beforeAll(async () => {
  server = await startServer({ demo: true })
  world = await demoWorld(server)
  ;[root, admin] = [world.of('root').api, world.of('admin').api]
  other = (await world.personNamed('admin2')).api
  home = `companies/${world.of('admin').actor.company}`
})
afterAll(() => server.stop())

const newEmail = () => `proved${++made}@guests.example`

const invite = async (email: string) => {
  const { body: group } = await admin.post<Found>(`${home}/groups`, { name: `Group ${++made}` })
  const { body } = await admin.post<Guest>(`${home}/groups/${group.uid}/guests`, { email })
  return { guest: body, group: `${home}/groups/${group.uid}`, path: `${home}/guests/${body.uid}` }
}

/** Creates an active user with any address by another company's administrator. */
const accountOf = async (email: string) => {
  const names = { firstname: 'Mallory', lastname: 'Mask', lang: 'en', role: 'viewer' }
  const { status, body } = await other.post<Found>('users', {
    ...{ ...names, email, password: demoPassword, origin: 'creation' },
  })
  expect(status).toBe(201)
  return { uid: body.uid, session: await login(server.url, email, demoPassword) }
}

const invitationsOf = async (session: Api) =>
  (await session.get<{ results: Invitation[] }>('me/invitations')).body.results

const reset = async (email: string, password: string) => {
  await api(server.url).post('requestPasswordReset', { email })
  const { hash } = await lastLink(root, email)
  expect((await api(server.url).post(`onboarding/reset/${hash}`, { password })).status).toBe(200)
  return login(server.url, email, password)
}

describe('an account that staff made with an address', () => {
  it('an account with an unverified address cannot accept invitations to it', async () => {
    const email = newEmail()
    const first = await invite(email)
    const { session } = await accountOf(email)
    const second = await invite(email)
    expect(await invitationsOf(session)).toEqual([])
    for (const { guest, path } of [first, second]) {
      expect((await session.patch(`me/invitations/${guest.uid}`, { company: { ref: home } })).status).toBe(
        404,
      )
      expect((await admin.get<Guest>(path)).body).toMatchObject({
        ...{ status: 'pending', user: null, guest: { email, label: email } },
      })
    }
    const { hash } = await lastLink(root, email)
    const facts = await api(server.url).get<{ known: boolean }>(`onboarding/group/${hash}`)
    expect(facts.body.known).toBe(false)
    // The link verifies the address, not who owns the account.
    expect((await api(server.url).post(`onboarding/group/${hash}`, {})).status).toBe(200)
    expect((await admin.get<Guest>(second.path)).body).toMatchObject({ status: 'accepted', user: null })
  })

  it('an account finds its invitations once a mailed link has verified the address', async () => {
    const email = newEmail()
    const [pending, accepted] = [await invite(email), await invite(email)]
    const { hash } = await lastLink(root, email)
    expect((await api(server.url).post(`onboarding/group/${hash}`, {})).status).toBe(200)
    const { uid } = await accountOf(email)
    const session = await reset(email, 'another-password')
    const found = await invitationsOf(session)
    expect(found.map(each => each.uid)).toEqual([pending.guest.uid])
    const answer = await session.patch(`me/invitations/${pending.guest.uid}`, { company: { ref: home } })
    expect(answer.status).toBe(200)
    for (const { path } of [pending, accepted])
      expect((await admin.get<Guest>(path)).body).toMatchObject({
        ...{ status: 'accepted', user: { ref: `users/${uid}` }, guest: { label: 'Mallory Mask' } },
      })
    expect(await listAll(admin, `${home}/guests`, { keywords: 'mallory' })).toHaveLength(2)
  })

  it('a changed address hides the invitations until it is verified', async () => {
    const [before, after] = [newEmail(), newEmail()]
    const { uid } = await accountOf(before)
    await reset(before, 'another-password')
    expect((await other.patch(`users/${uid}`, { email: after })).status).toBe(200)
    await invite(after)
    const session = await login(server.url, after, 'another-password')
    expect(await invitationsOf(session)).toEqual([])
    expect(await invitationsOf(await reset(after, 'a-third-password'))).toHaveLength(1)
  })
})

describe('an invitation', () => {
  it('an invitation never discloses the user with its address before they accept', async () => {
    const email = 'root@demo.example'
    const { uid } = world.of('root').actor
    const { guest, group, path } = await invite(email)
    const all = await admin.post<Found>(`${home}/groups`, { name: 'At once', guests: [email] })
    for (const shown of [
      guest,
      (await admin.get(path)).body,
      (await admin.get(group)).body,
      await listAll(admin, `${group}/guests`),
      await listAll(admin, `${home}/groups/${all.body.uid}/guests`),
      await listAll(admin, 'events', { object: path }),
    ]) {
      expect(JSON.stringify(shown)).not.toContain('Ada')
      expect(JSON.stringify(shown)).not.toContain(uid)
    }
    for (const q of [{ user: `users/${uid}` }, { 'user.label': { begins: 'ada' } }, { keywords: 'ada' }])
      expect(await listAll(admin, `${group}/guests`, q)).toEqual([])
    const mine = (await invitationsOf(root)).find(each => each.uid === guest.uid)
    expect(mine).toMatchObject({ hostCompany: { ref: home } })
    await root.patch(`me/invitations/${guest.uid}`, { company: { ref: home } })
    expect((await admin.get<Guest>(path)).body.user).toEqual({ ref: `users/${uid}`, label: 'Ada Root' })
  })

  it('a user invited by e-mail has a verified address and finds their invitations', async () => {
    const email = newEmail()
    await other.post('user-invite', { email, lang: 'fr', role: 'viewer' })
    const { hash } = await lastLink(root, email)
    await invite(email)
    const answers = { firstname: 'Ines', lastname: 'Invited', password: demoPassword, termsAgreement: 1 }
    expect((await api(server.url).post(`onboarding/invite/${hash}`, answers)).status).toBe(200)
    expect(await invitationsOf(await login(server.url, email, demoPassword))).toHaveLength(1)
    expect((await mailsTo(root, email)).map(({ action }) => action)).toContain('groupInvitation')
  })
})
