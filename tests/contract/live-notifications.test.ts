import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { startPushService } from '../support/browser/push-service'
import { login } from '../support/server/api'
import { type DemoWorld, demoWorld } from '../support/server/demo-world'
import { type Heard, watch } from '../support/server/live-stream-client'
import { demoPassword, startServer, type TestServer } from '../support/server/test-server'

type Service = Awaited<ReturnType<typeof startPushService>>
type Group = { readonly uid: string; readonly name: string }

let service: Service
let server: TestServer
let world: DemoWorld
beforeAll(async () => {
  service = await startPushService()
  server = await startServer({ demo: true, env: service.settings })
  world = await demoWorld(server)
})
afterAll(async () => {
  await server.stop()
  await service.stop()
})

const until = (holds: () => boolean) => vi.waitFor(() => expect(holds()).toBe(true), 10_000)

const notifications = (heard: readonly Heard[]) => heard.filter(({ event }) => event === 'notification')

let groups = 0
/** Invites the viewer to another group of the other company. @returns its name, which the notification contains */
const invite = async () => {
  const { api, actor } = await world.personNamed('admin2')
  groups += 1
  const name = `Watchers ${groups}`
  const base = `companies/${actor.company}`
  const made = await api.post<Group>(`${base}/groups`, { name })
  const group = { ref: `${base}/groups/${made.body.uid}`, label: name }
  const sent = await api.post(`${base}/guests`, { email: 'viewer@demo.example', group })
  expect(sent.status).toBe(201)
  return name
}

describe('a notification', () => {
  it('sends a live notification to its user only', async () => {
    const [viewer, root] = await Promise.all(
      (['viewer', 'root'] as const).map(role => watch(server.url, world.of(role).api)),
    )
    await invite()
    await until(() => notifications(viewer?.heard ?? []).length > 0)
    expect(notifications(viewer?.heard ?? [])[0]?.data).toMatchObject({ path: '/home' })
    expect(String(notifications(viewer?.heard ?? [])[0]?.data.title)).not.toBe('')
    expect(notifications(root?.heard ?? [])).toEqual([])
    viewer?.leave()
    root?.leave()
  })

  it('replays notifications missed since a time, then sends new ones', async () => {
    const { api } = world.of('viewer')
    const before = await watch(server.url, api)
    await until(() => before.heard.length > 0)
    const { at } = before.heard[0]?.data ?? {}
    before.leave()
    await invite()
    const after = await watch(server.url, api, `?since=${encodeURIComponent(String(at))}`)
    await until(() => notifications(after.heard).length > 0)
    const known = notifications(after.heard).length
    await invite()
    await until(() => notifications(after.heard).length > known)
    after.leave()
    expect((await watch(server.url, api, '?since=yesterday')).status).toBe(400)
  })

  it('replays the notifications that came while the page opened, before its stream', async () => {
    const { api } = world.of('viewer')
    const early = await watch(server.url, api)
    await invite()
    await until(() => notifications(early.heard).length > 0)
    const told = notifications(early.heard)[0]?.data
    early.leave()
    const opened = await watch(server.url, api, '?missed=5000')
    await until(() => notifications(opened.heard).some(({ data }) => data.id === told?.id))
    opened.leave()
  })

  it('replays a missed notification only to the user’s other sessions', async () => {
    const { actor } = world.of('editor')
    const { api } = world.of('editor')
    const since = `?since=${new Date().toISOString()}`
    const change = { password: 'another-secret-1', oldPassword: demoPassword }
    expect((await api.patch(`users/${actor.uid}`, change)).status).toBe(200)
    const other = await login(server.url, 'editor@demo.example', change.password)
    const [there, here] = [await watch(server.url, other, since), await watch(server.url, api, since)]
    await until(() => notifications(there.heard).length > 0)
    await until(() => here.heard.length > 0)
    // A replay comes first: a later notification shows that there was none.
    expect((await api.patch(`users/${actor.uid}`, { lang: 'en' })).status).toBe(200)
    await until(() => here.heard.some(({ event }) => event === 'change'))
    expect(notifications(here.heard)).toEqual([])
    for (const each of [there, here]) each.leave()
  })

  it('a live notification contains no key', async () => {
    const { api } = world.of('viewer')
    const told = await watch(server.url, api, `?since=${new Date(0).toISOString()}`)
    await until(() => notifications(told.heard).length > 0)
    expect(JSON.stringify(told.heard)).not.toMatch(/onboarding|[0-9a-f]{32}/)
    told.leave()
  })
})

describe('a browser without an open tab', () => {
  const register = (messageToken: string) => {
    const { api, actor } = world.of('viewer')
    return api.patch(`users/${actor.uid}`, { messageToken })
  }

  it('sends an encrypted notification through the push service of a browser without an open tab', async () => {
    const browser = service.browser('mine')
    expect((await register(browser.token)).status).toBe(200)
    await invite()
    await until(() => service.pushed.length > 0)
    const [pushed] = service.pushed.splice(0)
    expect([pushed?.path, pushed?.claims.aud]).toEqual(['/mine', service.origin])
    expect(pushed?.body.includes('title')).toBe(false)
    expect(browser.read(pushed?.body ?? Buffer.alloc(0))).toMatchObject({ path: '/home' })
  })

  it('forgets a push subscription that has expired', async () => {
    await register(service.browser('gone').token)
    service.answerWith(410)
    await invite()
    await until(() => service.pushed.length === 1)
    service.answerWith(201)
    await invite()
    await invite()
    expect(service.pushed.splice(0).map(({ path }) => path)).toEqual(['/gone'])
  })

  it.each([
    ['to another host', (token: string) => token.replace('127.0.0.1', 'localhost')],
    ['without encryption', (token: string) => token.replace('https:', 'http:')],
    ['of another kind', () => 'a-token-of-firebase'],
  ])('refuses a push subscription %s', async (_, change) => {
    await register(change(service.browser('elsewhere').token))
    await invite()
    await register(service.browser('after').token)
    await invite()
    await until(() => service.pushed.length > 0)
    expect(service.pushed.splice(0).map(({ path }) => path)).toEqual(['/after'])
  })
})
