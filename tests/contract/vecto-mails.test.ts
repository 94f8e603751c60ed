import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { processing as french } from '~/i18n/fr/processing'
import { long } from '../support/process/long'
import { needsFfmpeg } from '../support/process/needs'
import type { Api } from '../support/server/api'
import { type DemoWorld, demoWorld, listAll } from '../support/server/demo-world'
import type { Mail } from '../support/server/outbox'
import { type Smtp, startSmtp } from '../support/server/smtp-server'
import { startServer, type TestServer } from '../support/server/test-server'
import {
  flatEngine,
  sendVideo,
  type Vecto,
  vectoEnded,
  vectoForm,
  videoReady,
} from '../support/video/video-jobs'

let smtp: Smtp
let server: TestServer
let world: DemoWorld
let admin: Api

const me = 'admin@demo.example'

beforeAll(async () => {
  smtp = await startSmtp()
  server = await startServer({
    ...{ demo: true, worker: true },
    env: {
      VECTO_ENGINE: flatEngine,
      FLAT_ENGINE: 'fail-once',
      SMTP_URL: smtp.url(),
      PUBLIC_URL: 'https://admin.example.com',
    },
  })
  world = await demoWorld(server)
  admin = world.of('admin').api
})
afterAll(() => Promise.all([server.stop(), smtp.close()]))
beforeEach(context => needsFfmpeg(context))

const want = (notifications: boolean) =>
  world.of('root').api.patch(`users/${world.of('admin').actor.uid}`, { notifications })
const make = async (video: string, more: object = {}) => {
  const { body } = await admin.post<Vecto>('videos3d', { ...vectoForm(video), ...more })
  return vectoEnded(admin, video, body.uid)
}
const mine = () => listAll<Mail>(world.of('root').api, 'mails', { email: me })

describe('e-mails to the creator of a 3D video', () => {
  it(
    'e-mails the creator of a 3D video when it fails and when it is ready, if notifications are enabled',
    long,
    async () => {
      const video = await videoReady(admin, (await sendVideo(server.url, admin)).uid)
      const before = (await mine()).length
      const { body } = await world.of('root').api.get(`users/${world.of('admin').actor.uid}`)
      expect(body.notifications).toBe(true)
      await want(false)
      const first = await make(video.uid)
      expect([first.status, (await mine()).length]).toEqual(['ko', before])

      expect((await want(true)).status).toBe(200)
      await admin.patch(`videos/${video.uid}/vectos/${first.uid}/retry`)
      await vectoEnded(admin, video.uid, first.uid)
      const [ready] = await smtp.received(me)
      expect([ready?.subject, ready?.links]).toEqual([
        'One second est prête',
        [
          `https://admin.example.com/video3d/show/${video.uid}/${first.uid}`,
          'https://admin.example.com/user/record#notifications',
        ],
      ])

      const name = 'L’<b>aube</b> & co'
      const second = await make(video.uid, { name })
      expect([second.status, second.reasonCode]).toEqual(['ko', 'out_of_memory'])
      const [, failure] = await smtp.received(me, 2)
      expect(failure?.subject).toBe(`${name} n’a pas pu être créée`)
      expect(failure?.html).toContain('L’&lt;b&gt;aube&lt;/b&gt; &amp; co')
      expect(failure?.text).toContain(french.reasons.out_of_memory)
      expect((await mine()).length).toBe(before + 2)
    },
  )
})
