import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { roles } from '~/model/grants'
import { templateActions } from '~/model/mail/mail-templates'
import type { Api } from '../support/server/api'
import { type DemoWorld, demoWorld, type Found, listAll } from '../support/server/demo-world'
import { startServer, type TestServer } from '../support/server/test-server'

type Text = Record<string, string> | null
type Template = Found & {
  name: string
  action: string
  active: boolean
  type: string
  subject: Text
  content: Text
  createdBy: { label: string }
  updatedAt: string
  code?: string
  fields?: object
}

let server: TestServer
let world: DemoWorld
let root: Api

beforeAll(async () => {
  server = await startServer({ demo: true })
  world = await demoWorld(server)
  root = world.of('root').api
})
afterAll(() => server.stop())

const create = (more: object = {}) =>
  root.post<Template>('templates', {
    name: 'Welcome',
    action: 'invite',
    subject: { en: '<p>Hello {{firstname}}</p>' },
    ...more,
  })

describe('templates', () => {
  it('roles other than root get 403 for templates', async () => {
    const { uid } = (await create()).body
    for (const role of roles.filter(each => each !== 'root')) {
      const { api } = world.of(role)
      expect([role, (await api.get('templates')).status]).toEqual([role, 403])
      expect((await api.get(`templates/${uid}`)).status).toBe(403)
      expect((await api.post('templates', { name: 'x', action: 'invite' })).status).toBe(403)
      expect((await api.patch(`templates/${uid}`, { name: 'x' })).status).toBe(403)
      expect((await api.del(`templates/${uid}`)).status).toBe(403)
    }
    expect((await root.del(`templates/${uid}`)).status).toBe(200)
  })

  it('a new template is an active e-mail by default', async () => {
    const { status, body } = await create()
    expect([status, body.active, body.type, body.createdBy.label]).toEqual([201, true, 'email', 'Ada Root'])
    expect(body.content).toBeNull()
  })

  it('a template keeps placeholders and loses scripts', async () => {
    const { body } = await create({
      subject: { en: '<h1>Hello</h1> <b>{{firstname}}</b>' },
      content: {
        en: '<p>{{firstname}}<script>run()</script></p><p><a href="{{link}}" onclick="run()">Open</a></p>',
        fr: '<p><img src="x" onerror="run()">Bonjour {{link}}</p><style>p{}</style>',
      },
    })
    expect(body.subject?.en).toBe('Hello <b>{{firstname}}</b>')
    expect(body.content).toEqual({
      en: '<p>{{firstname}}</p><p><a href="{{link}}" rel="noopener noreferrer">Open</a></p>',
      fr: '<p>Bonjour {{link}}</p>',
    })
    const changed = await root.patch<Template>(`templates/${body.uid}`, {
      content: { es: '<svg onload="run()"></svg><p>Hola {{link}}<iframe></iframe></p>' },
    })
    expect(changed.body.content).toEqual({ es: '<p>Hola {{link}}</p>' })
  })

  it('the demo’s templates are unchanged when saved by a form', async () => {
    for (const { uid, subject, content } of await listAll<Template>(root, 'templates', { active: true })) {
      const { body } = await root.patch<Template>(`templates/${uid}`, { subject, content })
      expect([body.subject, body.content]).toEqual([subject, content])
    }
  })

  it.each([
    ['an empty name', { name: '' }, 'name'],
    ['an unknown action', { action: 'farewell' }, 'action'],
    ['no action', { action: null }, 'action'],
    ['an unknown type', { type: 'letter' }, 'type'],
    ['plain text for a subject', { subject: 'plain' }, 'subject'],
    ['an unknown language', { content: { de: '<p>Hallo</p>' } }, 'content'],
    ['too long a content', { content: { en: `<p>${'x'.repeat(20_001)}</p>` } }, 'content'],
  ])('refuses a template with %s', async (_what, wrong, field) => {
    const { status, body } = await create(wrong)
    expect([status, Object.keys(body.fields ?? {})]).toEqual([422, [field]])
  })

  it('finds templates by name and action, with action labels in the reader’s language', async () => {
    const { uid } = (await create({ name: 'Bienvenue à bord', action: 'groupInvitation' })).body
    for (const q of [{ name: { begins: 'bienv' } }, { action: 'groupInvitation' }])
      expect((await listAll(root, 'templates', q)).map(each => each.uid)).toContain(uid)
    type Values = { results: { key: string; label: string }[] }
    const { results } = (await root.get<Values>('values/templatesActions')).body
    expect(results.map(({ key }) => key)).toEqual([...templateActions])
    for (const { key, label } of results) expect(label).not.toBe(key)
  })
})
