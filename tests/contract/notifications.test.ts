import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { long } from '../support/process/long'
import { needsFfmpeg } from '../support/process/needs'
import { type Api, api as apiOf } from '../support/server/api'
import { type DemoWorld, demoWorld, listAll } from '../support/server/demo-world'
import { watch } from '../support/server/live-stream-client'
import { lastLink, mailsTo } from '../support/server/sent-links'
import { demoPassword, startServer, type TestServer } from '../support/server/test-server'
import { sendVideo, until, videoReady } from '../support/video/video-jobs'

type Told = {
  readonly uid: string
  readonly kind: string
  readonly title: string
  readonly detail: string | null
  readonly path: string
  readonly read: boolean
  readonly createdAt: string
}

let server: TestServer
let world: DemoWorld
beforeAll(async () => {
  server = await startServer({ demo: true, worker: true })
  world = await demoWorld(server)
})
afterAll(() => server.stop())

const told = (api: Api, q: object = {}) => listAll<Told>(api, 'notifications', q)
const firstOf = async (api: Api, q: object = {}) => {
  const [first] = await told(api, q)
  if (!first) throw new Error('no notification')
  return first
}
const choose = async (name: 'admin' | 'root', notify: Readonly<Record<string, string>>) => {
  const { api, actor } = world.of(name)
  expect((await api.patch(`users/${actor.uid}`, { notify })).status).toBe(200)
}

describe('notifications', () => {
  it('other users get 404 for a notification, whatever their role', async () => {
    const viewer = world.of('viewer')
    const { uid } = await firstOf(viewer.api)
    expect((await viewer.api.get(`notifications/${uid}`)).status).toBe(200)
    for (const other of [world.of('root'), world.of('admin'), world.of('manager')]) {
      expect((await other.api.get(`notifications/${uid}`)).status).toBe(404)
      expect((await other.api.patch(`notifications/${uid}`, { read: true })).status).toBe(404)
      expect((await other.api.del(`notifications/${uid}`)).status).toBe(404)
      expect((await told(other.api)).map(each => each.uid)).not.toContain(uid)
      const named = { user: `users/${viewer.actor.uid}` }
      const query = `notifications?q=${encodeURIComponent(JSON.stringify(named))}`
      expect((await other.api.get<{ results?: Told[] }>(query)).body.results ?? []).toEqual([])
    }
  })

  it('users mark and delete their notifications but cannot write them; the history omits them', async () => {
    const { api } = world.of('editor')
    const { uid, title } = await firstOf(api)
    expect((await api.post('notifications', { title: 'You have won' })).status).toBe(404)
    expect((await api.patch(`notifications/${uid}`, { title: 'Another' })).status).toBe(403)
    for (const read of [true, false])
      expect((await api.patch<Told>(`notifications/${uid}`, { read })).body).toMatchObject({ title, read })
    expect((await api.del(`notifications/${uid}`)).status).toBe(200)
    expect(await told(api)).toEqual([])
    const events = await listAll(world.of('root').api, 'events', { object: `notifications/${uid}` })
    expect(events).toEqual([])
  })

  it('returns notifications in the user’s current language', async () => {
    const { api, actor } = world.of('manager')
    for (const [lang, title] of [
      ['fr', 'Mot de passe modifié'],
      ['es', 'Contraseña cambiada'],
      ['en', 'Password changed'],
    ]) {
      await api.patch(`users/${actor.uid}`, { lang })
      expect((await told(api)).map(each => each.title)).toEqual([title])
    }
  })

  it('marks notifications as read up to the last one shown', async () => {
    const { api } = world.of('partner')
    const [latest, seen] = await told(api, { read: false })
    expect([latest?.kind, seen?.kind]).toEqual(['vectoFailed', 'vectoCompleted'])
    const others = await told(world.of('root').api, { read: false })
    const { body } = await api.post<{ read: number }>('me/notifications/read', { seen: seen?.createdAt })
    expect(body).toEqual({ read: 1 })
    expect((await told(api, { read: false })).map(({ uid }) => uid)).toEqual([latest?.uid])
    expect((await api.post('me/notifications/read', {})).body).toEqual({ read: 1 })
    expect((await api.post('me/notifications/read', {})).body).toEqual({ read: 0 })
    expect(await told(world.of('root').api, { read: false })).toEqual(others)
    expect((await api.post('me/notifications/read', { seen: 'yesterday' })).status).toBe(422)
  })

  it('refuses notifications to a session that views the panel as their user', async () => {
    const root = world.of('root').api
    const { body } = await root.post<{ token: string }>(`users/${world.of('admin').actor.uid}/viewAs`, {})
    const view = apiOf(server.url, body.token)
    expect((await view.get('notifications')).status).toBe(403)
    expect((await view.post('me/notifications/read', {})).status).toBe(403)
  })
})

describe('recipients of notifications', () => {
  it('the notification of an account change cannot be disabled and uses the user’s language', async () => {
    const { api, actor } = await world.personNamed('admin2')
    await world.of('root').api.patch(`users/${actor.uid}`, { notifications: false })
    const { heard, leave } = await watch(server.url, api)
    const password = { oldPassword: demoPassword, password: 'another-password' }
    expect((await api.patch(`users/${actor.uid}`, password)).status).toBe(200)
    const first = await firstOf(api, { kind: 'accountChanged', read: false })
    expect(first).toMatchObject({ title: 'Contraseña cambiada', path: '/user/record' })
    await until(
      async () => heard.map(({ event, data }) => ({ event, id: data.id })),
      // The user's own session shows the result itself: it counts the notification without a toast.
      all => all.some(({ event, id }) => event === 'change' && id === first.uid),
    )
    expect(heard.filter(({ event }) => event === 'notification')).toEqual([])
    leave()
  })

  const inviteTo = async (host: Api, company: string, email: string) => {
    const invited = { origin: 'invitation', email, role: 'viewer', lang: 'en', company: { ref: company } }
    expect((await host.post('user-invite', invited)).status).toBeLessThan(300)
  }
  const accept = async (email: string, firstname: string) => {
    const { hash } = await lastLink(world.of('root').api, email)
    const answers = { firstname, lastname: 'Nouvelle', password: 'secret1', termsAgreement: 1 }
    expect((await apiOf(server.url).post(`onboarding/invite/${hash}`, answers)).status).toBeLessThan(300)
  }

  it('notifies only the inviter when an invited user accepts', async () => {
    const root = world.of('root').api
    const { api, actor } = world.of('admin')
    await inviteTo(api, `companies/${actor.company}`, 'new.colleague@demo.example')
    await accept('new.colleague@demo.example', 'Iris')
    expect(await firstOf(api, { kind: 'invitationAccepted', read: false })).toMatchObject({
      title: 'Iris Nouvelle a accepté votre invitation',
      path: expect.stringMatching(/^\/user\/show\/\w+$/),
    })
    const others = await told(root, { kind: 'invitationAccepted' })
    expect(others.every(({ title }) => !title.includes('Iris'))).toBe(true)
    const mails = await mailsTo(root, 'admin@demo.example')
    expect(mails.every(({ action }) => action !== 'notification')).toBe(true)
  })

  it('notifies the inviter only while they can read the record', async () => {
    const [root, { api, actor }] = [world.of('root').api, world.of('partner')]
    const company = `companies/${world.companiesOf(actor, 'open')[0]}`
    await inviteTo(api, company, 'first.guest@demo.example')
    await inviteTo(api, company, 'second.guest@demo.example')
    await accept('first.guest@demo.example', 'Prima')
    await root.patch(company, { allowPartnerAccess: false })
    await accept('second.guest@demo.example', 'Seconda')
    const titles = (await told(api, { kind: 'invitationAccepted' })).map(({ title }) => title.split(' ')[0])
    expect(titles).toContain('Prima')
    expect(titles).not.toContain('Seconda')
    await root.patch(company, { allowPartnerAccess: true })
  })
})

describe('the notification of a ready 360° video', () => {
  beforeEach(context => needsFfmpeg(context))

  const ready = async () => {
    const { api } = world.of('admin')
    return videoReady(api, (await sendVideo(server.url, api)).uid)
  }
  const toldOf = async (uid: string) =>
    (await told(world.of('admin').api)).filter(({ path }) => path.endsWith(uid))
  const mailed = async () =>
    (await mailsTo(world.of('root').api, 'admin@demo.example')).filter(
      ({ action }) => action === 'notification',
    )

  it(
    'notifies of a ready 360° video in the panel, additionally by e-mail, or not at all, as chosen',
    long,
    async () => {
      expect(await toldOf((await ready()).uid)).toMatchObject([{ kind: 'videoCompleted', read: false }])
      expect(await mailed()).toEqual([])

      await choose('admin', { videoCompleted: 'email' })
      const second = await ready()
      expect(await toldOf(second.uid)).toHaveLength(1)
      expect(await mailed()).toHaveLength(1)
      const [{ uid } = { uid: '' }] = await mailed()
      const { body } = await world.of('root').api.get<{ text: string }>(`mails/${uid}/message`)
      expect(body.text).toContain(`/video360/show/${second.uid}`)
      expect(body.text).toContain('/user/record#notifications')

      await choose('admin', { videoCompleted: 'none' })
      expect(await toldOf((await ready()).uid)).toEqual([])
      expect(await mailed()).toHaveLength(1)
    },
  )
})

describe('the notification of low minutes', () => {
  type Company = { readonly seconds: { readonly used: number; readonly purchased: number } }
  type Ready = { readonly uid: string; readonly duration: number }

  it('notifies a company’s administrators once when 80 % of its minutes are used', async () => {
    const [root, admin] = [world.of('root').api, world.of('admin').api]
    const company = `companies/${world.of('admin').actor.company}`
    const film = (await listAll<Ready>(admin, 'videos', { pending: false })).find(
      ({ duration }) => duration > 11,
    )
    if (!film) throw new Error('no long film in the demo')
    const { seconds } = (await root.get<Company>(company)).body
    // The limit lies within the seconds that the next five 3D videos use.
    const minutes = Math.ceil((seconds.used + 1) / 48)
    await root.post(`${company}/purchases`, { type: 'minutes', quantity: minutes - seconds.purchased / 60 })
    const low = () => told(admin, { kind: 'quotaLow' })
    const counts: number[] = []
    for (let index = 0; index < 6; index += 1) {
      const form = { name: 'Eleven', mode: 'fast', video: { ref: `videos/${film.uid}` }, framerate: 30 }
      const part = { offsetStart: 0, offsetEnd: 11, duration: 11 }
      expect((await admin.post('videos3d', { ...form, ...part })).status).toBeLessThan(300)
      counts.push((await low()).length)
      if (counts.includes(1) && counts.at(-2) === 1) break
    }
    expect(counts.at(-1)).toBe(1)
    expect((await low())[0]).toMatchObject({
      title: expect.stringMatching(/^Musée du Littoral a utilisé 8\d % de ses minutes$/),
      path: '/mycompany',
    })
    expect(await told(root, { kind: 'quotaLow' })).toEqual([])
    const mails = await mailsTo(root, 'admin@demo.example')
    expect(mails.filter(({ subject }) => subject.includes('de ses minutes'))).toHaveLength(1)
  })
})
