import { readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { sql } from 'drizzle-orm'
import PostalMime from 'postal-mime'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Language } from '~/model/languages'
import { openServices } from '~/server/app/open-services'
import { claimDueMails, recordDeliveryError, recordSent } from '~/server/features/mails/sender'
import { readConfig } from '~/server/platform/config/config'
import { long } from '../support/process/long'
import { skipOnEmbedded } from '../support/process/needs'
import { type Api, login } from '../support/server/api'
import { type DemoWorld, demoWorld, type Found, listAll } from '../support/server/demo-world'
import { watch } from '../support/server/live-stream-client'
import { type Mail, mailIn, sendTest, startMailing } from '../support/server/outbox'
import { startSmtp } from '../support/server/smtp-server'
import { demoPassword, startServer, type TestServer } from '../support/server/test-server'

type Message = { html: string; text: string }
type Template = Found & { createdAt: string; fields?: object; params?: object }

let server: TestServer
let world: DemoWorld
let root: Api

beforeAll(async () => {
  server = await startServer({ demo: true, env: { PUBLIC_URL: 'https://admin.example.com' } })
  world = await demoWorld(server)
  root = world.of('root').api
})
afterAll(() => server.stop())

let count = 0
/** Invites a new user. @returns the e-mail and its message */
const invite = async (lang: Language, more: object = {}) => {
  count += 1
  const email = `new${count}@example.com`
  const { body, status } = await root.post<{ mailed: string }>('user-invite', {
    ...{ email, lang, role: 'viewer', origin: 'invitation', ...more },
    company: { ref: `companies/${world.of('admin').actor.company}` },
  })
  expect([status, body.mailed]).toEqual([201, 'outbox'])
  const [mail] = await listAll<Mail>(root, 'mails', { email })
  const kept = await mailIn(root, mail?.uid ?? '', 'kept')
  return { kept, message: (await root.get<Message>(`mails/${kept.uid}/message`)).body }
}

const template = (more: object = {}) =>
  root.post<Template>('templates', {
    ...{ name: 'A template', action: 'invite' },
    subject: { en: '<p>New: {{company}}</p>' },
    content: { en: '<p>New. <a href="{{link}}">Go</a></p>' },
    ...more,
  })

describe('e-mails without a mail server', () => {
  it('spools an e-mail without a mail server, readable by root and as a private file', async () => {
    const { kept, message } = await invite('en')
    const [link = ''] = /https:\/\/admin\.example\.com\/onboarding\/[^"<]+/.exec(message.html) ?? []
    expect(message.text).toContain(link)
    expect(kept).toMatchObject({ status: 'kept', attempts: 1, sentAt: null, reason: null })
    const file = join(server.dataDir, 'outbox', `${kept.uid}.eml`)
    expect(statSync(file).mode & 0o777).toBe(0o600)
    const { to, subject, html } = await PostalMime.parse(readFileSync(file))
    expect([to?.[0]?.address, subject, html?.trim()]).toEqual([kept.email, kept.subject, message.html.trim()])
    expect((await root.get<{ mail: string }>('health')).body.mail).toBe('off')
    expect(server.output()).not.toContain(link.slice(-20))
  })

  it('roles other than root get 403 for e-mails', async () => {
    const { kept } = await invite('en')
    for (const role of ['partner', 'admin', 'manager', 'editor', 'viewer'] as const) {
      const { api } = world.of(role)
      for (const path of ['mails', `mails/${kept.uid}`, `mails/${kept.uid}/message`, 'utils/mail'])
        expect([role, path, (await api.get(path)).status]).toEqual([role, path, 403])
      expect((await api.patch(`mails/${kept.uid}/retry`, {})).status).toBe(403)
      expect((await sendTest(api)).status).toBe(403)
    }
  })

  it('publishes changes of the outbox to root’s streams only', async () => {
    const [here, there] = await Promise.all([
      watch(server.url, root),
      watch(server.url, world.of('admin').api),
    ])
    const { kept } = await invite('en')
    const heard = (stream: typeof here) => stream.heard.filter(({ data }) => data.id === kept.uid)
    await expect.poll(() => heard(here).length).toBeGreaterThan(1)
    expect(heard(there)).toEqual([])
    for (const stream of [here, there]) stream.leave()
  })
})

describe('the text of an e-mail', () => {
  it('uses the latest active template in the recipient’s language, or the built-in text', async () => {
    const { body: first } = await template()
    await template({ name: 'Off', active: false, subject: { en: '<p>Off</p>' } })
    const english = await invite('en')
    const french = await invite('fr')
    expect(english.kept.subject).toMatch(/^New: /)
    expect(english.message.html).toContain('<html lang="en">')
    expect(french.kept.subject).toMatch(/^Votre accès à /)
    expect(french.message.html).toContain('Accepter l’invitation')
    const { body: second } = await template({ subject: { en: '<p>Newer</p>' } })
    expect((await invite('en')).kept.subject).toBe('Newer')
    expect((await root.patch(`templates/${second.uid}`, { active: false })).status).toBe(200)
    expect((await invite('en')).kept.subject).toMatch(/^New: /)
    await root.del(`templates/${first.uid}`)
    const { message } = await invite('es')
    expect(message.text).toContain('Hola, ')
  })
})

describe('a template', () => {
  it.each([
    [
      'an unknown placeholder',
      { subject: { fr: '{{nom}}' } },
      { subject: 'unknown_placeholder' },
      'nom (fr)',
    ],
    ['no link', { content: { es: '<p>Hola</p>' } }, { content: 'missing_placeholder' }, 'link (es)'],
    [
      'broken braces',
      { content: { en: '<p>{{link}} {{firstname</p>' } },
      { content: 'broken_placeholder' },
      '{{firstname (en)',
    ],
  ])('refuses a template with %s, naming it', async (_what, wrong, fields, placeholders) => {
    const made = await template(wrong)
    expect([made.status, made.body.fields, made.body.params]).toEqual([422, fields, { placeholders }])
    const { body } = await template({ active: false })
    const changed = await root.patch<Template>(`templates/${body.uid}`, wrong)
    expect([changed.status, changed.body.fields]).toEqual([422, fields])
    const test = await sendTest(root, wrong)
    expect([test.status, test.body.fields]).toEqual([422, fields])
  })

  it('checks a template’s placeholders again when its action changes', async () => {
    const { body } = await template({ active: false, subject: { en: '{{host}}' } })
    const changed = await root.patch<Template>(`templates/${body.uid}`, { action: 'passwordReset' })
    expect([changed.status, changed.body.fields]).toEqual([422, { subject: 'unknown_placeholder' }])
  })
})

describe('a sender whose lease expired', () => {
  it('a sender with an expired lease cannot overwrite a later attempt, but its delivery counts', async () => {
    const stopped = await startServer()
    await stopped.stop()
    const { services, close } = await openServices(
      readConfig({ ...stopped.env, LOG_LEVEL: 'silent' }, 'test'),
    )
    const { database } = services
    const claim = async () => {
      const [mail] = await claimDueMails(services, 1)
      if (!mail) throw new Error('No e-mail was due')
      return mail
    }
    const stateOf = async () =>
      (
        await database.query<{ status: string; reason: string | null }>(sql`select status, reason from mails`)
      )[0]
    try {
      await database.run(sql`insert into mails (uid, email, action, subject, lang, status, message)
        values ('late', 'a@b.example', 'invite', 'Your access', 'en', 'waiting', '{"html":"<p>a</p>","text":"a"}')`)
      const stalled = await claim()
      await database.run(sql`update mails set next_at = now()`)
      const current = await claim()
      await recordDeliveryError(services, stalled, { code: 'timeout', reason: 'late', final: false })
      expect(await stateOf()).toEqual({ status: 'sending', reason: null })
      await recordSent(services, stalled)
      expect(await stateOf()).toEqual({ status: 'sent', reason: null })
      await recordDeliveryError(services, current, { code: 'timeout', reason: 'late', final: false })
      expect(await stateOf()).toEqual({ status: 'sent', reason: null })
    } finally {
      await close()
    }
  })
})

if (process.env.TEST_DB === 'postgres')
  describe('two servers on one database', () => {
    it('two servers send each e-mail once', long, async () => {
      const smtp = await startSmtp()
      const one = await startMailing({ SMTP_URL: smtp.url() })
      const { DATABASE_URL = '' } = one.server.env
      const other = await startServer({ env: { DATABASE_URL, SMTP_URL: smtp.url() } })
      const there = await login(other.url, 'root@demo.example', demoPassword)
      const sent = await Promise.all(
        Array.from({ length: 20 }, (_, index) => sendTest(index % 2 ? one.root : there)),
      )
      expect(sent.map(({ body }) => body.mail)).toEqual(sent.map(() => 'sent'))
      expect(smtp.messages.map(({ messageId }) => messageId.slice(1, 21)).sort()).toEqual(
        sent.map(({ body }) => body.uid).sort(),
      )
      await Promise.all([other.stop(), one.server.stop()])
      await smtp.close()
    })
  })
else skipOnEmbedded('the embedded database serves one server alone')
