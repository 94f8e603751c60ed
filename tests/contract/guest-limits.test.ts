import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { long } from '../support/process/long'
import { type Api, api, login } from '../support/server/api'
import { listAll } from '../support/server/demo-world'
import { lastLink } from '../support/server/sent-links'
import { demoPassword, startServer, type TestServer } from '../support/server/test-server'

type Guest = { uid: string }
type Group = { uid: string; guests: { ref: string }[]; code?: string; fields?: object; params?: object }
type Refusal = { code: string; params: Readonly<Record<string, number>> }

const LIMIT = 70

let server: TestServer
let root: Api
let admin: Api
let home: string

beforeAll(async () => {
  server = await startServer({ demo: true, env: { MAILS_PER_HOUR: String(LIMIT) } })
  root = await login(server.url, 'root@demo.example', demoPassword)
  admin = await login(server.url, 'admin@demo.example', demoPassword)
  home = (await admin.get<{ company: { ref: string } }>('users/me')).body.company.ref
})
afterAll(() => server.stop())

const addresses = (count: number, name: string) =>
  Array.from({ length: count }, (_, n) => `${name}-${n}@guests.example`)

const mailsTo = async (email: string) => (await listAll(root, 'mails', { email })).length

describe('the guests of a group', () => {
  it('adds and removes at most 50 guests of a group per request, all or none', long, async () => {
    const refused = await admin.post<Group>(`${home}/groups`, {
      name: 'Crowd',
      guests: addresses(51, 'crowd'),
    })
    expect([refused.status, refused.body.code, refused.body.fields, refused.body.params]).toEqual([
      422,
      'too_many_guests',
      { guests: 'too_large' },
      { limit: 50 },
    ])
    expect(await listAll(admin, `${home}/groups`, { name: 'Crowd' })).toEqual([])
    expect(await mailsTo('crowd-0@guests.example')).toBe(0)
    const made = await admin.post<Group>(`${home}/groups`, { name: 'Crowd', guests: addresses(50, 'crowd') })
    expect([made.status, made.body.guests.length]).toEqual([201, 50])
    const path = `${home}/groups/${made.body.uid}`
    await admin.post(`${path}/guests`, { email: 'one.more@guests.example' })
    expect((await admin.patch<Group>(path, { guests: [] })).body.code).toBe('too_many_guests')
    const [first, ...others] = (await admin.get<Group>(path)).body.guests
    expect((await admin.patch<Group>(path, { guests: [first] })).body.guests).toEqual([first])
    expect(others).toHaveLength(50)
  })

  it('guests added together get the same records and e-mails as single ones', async () => {
    const { body } = await admin.post<Group>(`${home}/groups`, {
      name: 'Invited at once',
      guests: ['viewer@demo.example', ' New.Guest@guests.example', { email: 'new.guest@guests.example' }],
    })
    const guests = await listAll<Guest & Record<string, unknown>>(admin, `${home}/groups/${body.uid}/guests`)
    const me = await admin.get<{ uid: string }>('users/me')
    expect(guests).toHaveLength(2)
    for (const guest of guests)
      expect(guest).toMatchObject({
        status: 'pending',
        company: { ref: home },
        group: { ref: `${home}/groups/${body.uid}` },
        createdBy: { ref: `users/${me.body.uid}` },
      })
    const viewer = await login(server.url, 'viewer@demo.example', demoPassword)
    const { body: mine } = await viewer.get<{ results: { group: { label: string } }[] }>('me/invitations')
    expect(mine.results.map(({ group }) => group.label)).toContain('Invited at once')
    const object = `${home}/guests/${guests[0]?.uid}`
    expect(await listAll(admin, 'events', { object, event: 'create' })).toHaveLength(1)
  })

  it('removing a guest from a group invalidates their link, which the history records', async () => {
    const { body } = await admin.post<Group>(`${home}/groups`, {
      name: 'Left',
      guests: ['left@guests.example'],
    })
    const { hash } = await lastLink(root, 'left@guests.example')
    const nobody = api(server.url)
    expect((await nobody.get(`onboarding/group/${hash}`)).status).toBe(200)
    const [guest] = body.guests
    expect((await admin.patch(`${home}/groups/${body.uid}`, { guests: [] })).status).toBe(200)
    expect((await nobody.get<Refusal>(`onboarding/group/${hash}`)).body.code).toBe('OB2')
    expect(await listAll(admin, 'events', { object: guest?.ref ?? '', event: 'delete' })).toHaveLength(1)
  })
})

describe('e-mails', () => {
  it('e-mails go to the same address at most once a minute', async () => {
    const { body: group } = await admin.post<Group>(`${home}/groups`, { name: 'Resent' })
    const { body: guest } = await admin.post<Guest>(`${home}/groups/${group.uid}/guests`, {
      email: 'again@guests.example',
    })
    const resend = () => admin.post<Refusal>(`${home}/guests/${guest.uid}/resend`)
    expect((await resend()).status).toBe(200)
    const refused = await resend()
    const wait = Number(refused.headers.get('retry-after'))
    expect([refused.status, refused.body.code, refused.body.params]).toEqual([
      429,
      'resent_already',
      { seconds: wait },
    ])
    expect(wait).toBeGreaterThan(30)
    expect(await mailsTo('again@guests.example')).toBe(2)

    const invite = () =>
      root.post<Refusal>('user-invite', {
        email: 'user.again@demo.example',
        role: 'viewer',
        company: { ref: home },
      })
    expect([(await invite()).status, (await invite()).status, (await invite()).status]).toEqual([
      201, 201, 429,
    ])
  })

  it('limits the e-mails of a company per hour, also under concurrency', async () => {
    const { body: group } = await admin.post<Group>(`${home}/groups`, { name: 'Limited' })
    const answers = await Promise.all(
      addresses(LIMIT, 'hour').map(email =>
        admin.post<Refusal>(`${home}/groups/${group.uid}/guests`, { email }),
      ),
    )
    const refused = answers.find(({ status }) => status === 429)
    expect([refused?.body.code, refused?.body.params.limit]).toEqual(['too_many_mails', LIMIT])
    expect(Number(refused?.headers.get('retry-after'))).toBeGreaterThan(60)
    const company = { company: home, createdAt: { gt: new Date(Date.now() - 3_600_000).toISOString() } }
    expect(await listAll(root, 'mails', company)).toHaveLength(LIMIT)
    const guests = await listAll(admin, `${home}/groups/${group.uid}/guests`)
    expect(guests).toHaveLength(answers.filter(({ status }) => status === 201).length)
  })
})
