import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { long } from '../support/process/long'
import type { Api } from '../support/server/api'
import { freePort } from '../support/server/free-port'
import { mailIn, rootAt, sendTest, startMailing } from '../support/server/outbox'
import { type Smtp, type SmtpOptions, startSmtp } from '../support/server/smtp-server'
import type { TestServer } from '../support/server/test-server'

const open: { stop(): Promise<unknown> }[] = []
afterEach(async () => {
  for (const each of open.splice(0).reverse()) await each.stop()
})
const keep = (server: TestServer) => {
  open.push({ stop: () => server.stop() })
  return server
}
const mailServer = async (options: SmtpOptions = {}): Promise<Smtp> => {
  const smtp = await startSmtp(options)
  open.push({ stop: smtp.close })
  return smtp
}
const start = async (url: string, env: Record<string, string> = {}) => {
  const started = await startMailing({ SMTP_URL: url, ...env })
  keep(started.server)
  return started
}
const me = 'root@demo.example'

describe('sending an e-mail', () => {
  it.each<[string, SmtpOptions, string | undefined]>([
    [
      'over STARTTLS, where the address requires it',
      { tls: 'starttls' },
      'requireTLS=true&tls.rejectUnauthorized=false',
    ],
    [
      'over TLS, with a user and a password',
      { tls: 'implicit', auth: { user: 'we@example.com', pass: 'p@ss/w:rd %?' } },
      undefined,
    ],
  ])('sends an e-mail %s', async (_how, options, query) => {
    const smtp = await mailServer(options)
    const { root } = await start(smtp.url(query))
    const { body } = await sendTest(root)
    expect([body.mail, body.reason]).toEqual(['sent', null])
    const [mail] = await smtp.received(me)
    expect([mail?.subject, mail?.links[0]?.endsWith('/home')]).toEqual(['Hello Ada', true])
    expect(mail?.text).toContain('Come to Lighthouse Studio: open')
    const record = await mailIn(root, body.uid, 'sent')
    expect([record.attempts, record.reason]).toEqual([1, null])
    // The message contained a key.
    expect((await root.get(`mails/${body.uid}/message`)).body).toEqual({})
  })

  it.each<[string, SmtpOptions, (smtp: Smtp) => string, string]>([
    ['a self-signed certificate', { tls: 'implicit' }, smtp => smtp.url(''), 'tls'],
    ['no encryption where it is required', {}, smtp => smtp.url('requireTLS=true'), 'tls'],
    [
      'a wrong password',
      { auth: { user: 'we', pass: 'right' } },
      smtp => smtp.url().replace('right', 'wrong'),
      'auth',
    ],
  ])('keeps an e-mail waiting with %s, and reports why', long, async (_what, options, url, code) => {
    const smtp = await mailServer(options)
    const { server, root } = await start(url(smtp))
    const { body } = await sendTest(root)
    expect([body.mail, body.reasonCode]).toEqual(['waiting', code])
    expect(smtp.messages).toEqual([])
    const check = await root.get<{ reachable: boolean; reasonCode: string }>('utils/mail/check')
    expect([check.body.reachable, check.body.reasonCode]).toEqual([false, code])
    expect((await root.get<{ outlook: string }>('utils/mail')).body.outlook).toBe('waiting')
    expect((await root.get<{ mail: string }>('health')).body.mail).toBe('failing')
    expect(server.output()).not.toMatch(/right|wrong|Come to/)
  })
})

describe('a waiting e-mail', () => {
  it(
    'sends a waiting e-mail once after the mail server returns, also after kill -9 of the server',
    long,
    async () => {
      const port = await freePort()
      const { server, root } = await start(`smtp://127.0.0.1:${port}`)
      const { body } = await sendTest(root)
      expect([body.mail, body.reasonCode]).toEqual(['waiting', 'unreachable'])
      expect((await root.get<{ outlook: string }>('utils/mail')).body.outlook).toBe('waiting')
      await server.kill9()
      const smtp = await mailServer({ port })
      await server.restart()
      await mailIn(root, body.uid, 'sent')
      expect(smtp.messages.map(({ messageId }) => messageId)).toEqual([`<${body.uid}@localhost>`])
      expect((await root.get<{ outlook: string }>('utils/mail')).body.outlook).toBe('sent')
    },
  )

  it('sends a copy with the same Message-ID when the server was killed while sending', {
    ...long,
    timeout: 120_000,
  }, async () => {
    let mute = true
    const smtp = await mailServer({ answer: () => (mute ? 'hang' : undefined) })
    const { server, root } = await start(smtp.url())
    const sending = sendTest(root).catch(() => undefined)
    await expect.poll(() => smtp.asked.length, { timeout: 20_000 }).toBe(1)
    await server.kill9()
    mute = false
    await sending
    await server.restart()
    const [mail] = await smtp.received(me, 1)
    const { body } = await root.get<{ results: { uid: string; attempts: number }[] }>('mails?batch=1')
    const [{ uid = '', attempts = 0 } = {}] = body.results
    expect([mail?.messageId, attempts]).toEqual([`<${uid}@localhost>`, 2])
  })
})

describe('a mail server that refuses e-mails', () => {
  let answer: SmtpOptions['answer']
  let smtp: Smtp
  let server: TestServer
  let root: Api
  beforeAll(async () => {
    smtp = await startSmtp({ answer: (to, time) => answer?.(to, time) })
    const started = await startMailing({ SMTP_URL: smtp.url('socketTimeout=3000') })
    server = started.server
    root = started.root
  })
  afterAll(() => Promise.all([server.stop(), smtp.close()]))
  beforeEach(() => {
    answer = undefined
    smtp.asked.length = 0
  })

  it('sends an e-mail again after a temporary refusal', long, async () => {
    answer = (_to, time) => (time === 1 ? { code: 451, text: 'Greylisted' } : undefined)
    const { body } = await sendTest(root)
    expect([body.mail, body.reasonCode]).toEqual(['waiting', 'later'])
    // A temporary refusal of one e-mail does not affect the outlook of others.
    expect((await root.get<{ outlook: string }>('utils/mail')).body.outlook).toBe('sent')
    await mailIn(root, body.uid, 'sent')
    expect(smtp.asked.length).toBe(2)
  })

  it('marks an e-mail as failed after a permanent refusal, until a user retries it', async () => {
    answer = (_to, time) => (time === 1 ? { code: 550, text: 'No such user' } : undefined)
    const { body } = await sendTest(root)
    expect([body.mail, body.reasonCode]).toEqual(['failed', 'recipient'])
    expect(body.reason).toContain('550')
    expect((await root.patch(`mails/${body.uid}/retry`, {})).status).toBe(200)
    await mailIn(root, body.uid, 'sent')
    expect((await root.patch(`mails/${body.uid}/retry`, {})).status).toBe(409)
    expect(smtp.asked.length).toBe(2)
  })

  it('keeps e-mails waiting while the mail server refuses the sender', async () => {
    answer = () => ({ code: 554, text: '5.7.1 <me@demo.example>: Relay access denied' })
    const { body } = await sendTest(root)
    expect([body.mail, body.reasonCode]).toEqual(['waiting', 'refused'])
    expect((await root.get<{ outlook: string }>('utils/mail')).body.outlook).toBe('waiting')
    answer = undefined
    expect((await root.patch(`mails/${body.uid}/retry`, {})).status).toBe(200)
    await mailIn(root, body.uid, 'sent')
  })

  it('a timeout for one recipient delays neither other e-mails nor the request', long, async () => {
    answer = to => (to.startsWith('slow') ? 'hang' : undefined)
    const slow = await rootAt(server.url, root, 'slow@example.com')
    const late = sendTest(slow)
    await expect.poll(() => smtp.asked, { timeout: 20_000 }).toEqual(['slow@example.com'])
    expect((await sendTest(root)).body.mail).toBe('sent')
    const { body } = await late
    expect([body.mail, body.reasonCode]).toEqual(['waiting', 'timeout'])
    answer = undefined
    await mailIn(root, body.uid, 'sent')
  })

  it('replaces a line break in a name, so that it adds no header', async () => {
    const sly = await rootAt(server.url, root, 'sly@example.com', 'Eve\r\nBcc: all@example.com')
    expect((await sendTest(sly)).body.mail).toBe('sent')
    const [mail] = await smtp.received('sly@example.com')
    expect(mail?.subject).toBe('Hello Eve Bcc: all@example.com')
    expect(mail?.email.headers.map(({ key }) => key)).not.toContain('bcc')
    expect(smtp.asked).toEqual(['sly@example.com'])
  })

  it('escapes names in the HTML and plain text of an e-mail', async () => {
    const sly = await rootAt(server.url, root, 'tag@example.com', '<img src=x onerror=alert(1)> & {{link}}')
    await sendTest(sly, { content: { en: '<p>{{firstname}}</p><script>alert(2)</script><p>{{link}}</p>' } })
    const [mail] = await smtp.received('tag@example.com')
    expect(mail?.html).toContain('&lt;img src=x onerror=alert(1)&gt; &amp; {{link}}')
    expect(mail?.html).not.toMatch(/<img|<script|alert\(2\)/)
    expect(mail?.text).toContain('<img src=x onerror=alert(1)> & {{link}}')
    expect(mail?.html).toContain('<html lang="en">')
  })
})
