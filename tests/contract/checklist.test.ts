import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Api, api, login } from '../support/server/api'
import { type DemoWorld, demoWorld } from '../support/server/demo-world'
import { setupCodeOf } from '../support/server/setup-code'
import { type Smtp, startSmtp } from '../support/server/smtp-server'
import { startServer, type TestServer } from '../support/server/test-server'

type Steps = { results: { key: string; done: boolean }[] }

const stepsOf = async (of: Api) =>
  Object.fromEntries((await of.get<Steps>('me/checklist')).body.results.map(({ key, done }) => [key, done]))

describe('the checklist of a new platform', () => {
  let server: TestServer
  let smtp: Smtp
  let root: Api
  beforeAll(async () => {
    smtp = await startSmtp()
    server = await startServer({ env: { SMTP_URL: smtp.url() } })
    const { body } = await api(server.url).post<{ sessionToken: string }>('setup', {
      ...{
        code: await setupCodeOf(server),
        email: 'grace@x.example',
        firstname: 'Grace',
        lastname: 'Hopper',
        lang: 'en',
      },
      ...{ password: 'a long sentence of mine', company: '' },
    })
    root = api(server.url, body.sessionToken)
  })
  afterAll(async () => {
    await server.stop()
    await smtp.close()
  })

  it('follows the records of the platform, and the answer of the mail server', async () => {
    expect(await stepsOf(root)).toEqual({ company: false, mail: false, customer: false, video: false })
    const { body } = await root.get<{ results: { uid: string }[] }>('companies')
    await root.patch(`companies/${body.results[0]?.uid}`, { name: 'Vecto Studio' })
    const test = {
      action: 'notification',
      subject: { en: 'Test' },
      content: { en: '<p>It works</p>' },
      lang: 'en',
    }
    expect((await root.post('utils/mail/test', test)).body.mail).toBe('sent')
    const customer = {
      company: { name: 'Musée du Littoral' },
      purchases: { users: 5, maxActive: 5, minutes: 10 },
      admin: { email: 'admin@x.example', lang: 'en' },
    }
    expect((await root.post('customers', customer)).status).toBe(201)
    expect(await stepsOf(root)).toEqual({ company: true, mail: true, customer: true, video: false })
    expect((await root.get('usage/now')).body).toMatchObject({
      ...{ companies: 2, users: 1, usersPurchased: 10, active: 1, activePurchased: 10 },
      ...{ secondsUsed: 0, secondsPurchased: 600 },
    })
  })

  it('hides a dismissed step from the user in every session, and disappears when the others are done', async () => {
    expect((await root.del('me/checklist/video')).status).toBe(200)
    expect((await root.del('me/checklist/video')).status).toBe(200)
    const again = await login(server.url, 'grace@x.example', 'a long sentence of mine')
    expect(await stepsOf(again)).toEqual({})
    expect((await root.del('me/checklist/unknown')).status).toBe(404)
  })
})

describe('the numbers of the home page', () => {
  let server: TestServer
  let world: DemoWorld
  beforeAll(async () => {
    server = await startServer({ demo: true })
    world = await demoWorld(server)
  })
  afterAll(() => server.stop())

  it('the numbers of the home page cover the companies that the role may read; other roles get 403', async () => {
    const admin = world.of('admin')
    const own = await admin.api.get('usage/now')
    const { body: company } = await admin.api.get(`companies/${admin.actor.company}`)
    expect(own.body).toMatchObject({ companies: 1 })
    const { users, seconds } = company as {
      users: { total: number; purchased: number }
      seconds: { used: number }
    }
    expect(own.body).toMatchObject({
      users: users.total,
      usersPurchased: users.purchased,
      secondsUsed: seconds.used,
    })
    const all = await world.of('root').api.get<{ companies: number }>('usage/now')
    const partner = await world.of('partner').api.get<{ companies: number }>('usage/now')
    expect(all.body.companies).toBeGreaterThan(partner.body.companies)
    expect(partner.body.companies).toBeGreaterThan(1)
    const foreign = world.companiesOf(admin.actor, 'foreign')[0]
    expect((await admin.api.get(`usage/now?company=companies/${foreign}`)).status).toBe(404)
    for (const role of ['manager', 'editor', 'viewer'] as const)
      expect((await world.of(role).api.get('usage/now')).status).toBe(403)
  })

  it('the checklist has the steps of the role, and none for roles without steps', async () => {
    expect(await stepsOf(world.of('admin').api)).toEqual({})
    expect(await stepsOf(world.of('viewer').api)).toEqual({})
  })
})
