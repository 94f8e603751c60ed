import { type AddressInfo, createServer, type Socket } from 'node:net'
import { afterEach, describe, expect, it } from 'vitest'
import { readConfig } from '~/server/platform/config/config'
import { deliveryErrorOf } from '~/server/platform/mail/delivery-errors'
import { asFile, type Outgoing, senderOf, smtpTransport } from '~/server/platform/mail/transport'

const configOf = (env: Readonly<Record<string, string>> = {}) =>
  readConfig({ PUBLIC_URL: 'https://panel.example.com', ...env }, 'test')

const mailOf = (more: Partial<Outgoing> = {}): Outgoing => ({
  uid: 'AbC123',
  email: 'ann@example.com',
  lang: 'fr',
  subject: 'Invitation à « Musée »',
  message: { html: '<p>Bonjour <b>Ann</b></p>', text: 'Bonjour Ann' },
  createdAt: new Date('2026-03-01T10:00:00Z'),
  ...more,
})

/** The headers of an e-mail, with folded lines joined. */
const headOf = async (mail: Outgoing, env?: Readonly<Record<string, string>>) => {
  const [head = ''] = (await asFile(configOf(env), mail)).toString('utf8').split('\r\n\r\n')
  const lines = head.replace(/\r\n[ \t]+/g, ' ').split('\r\n')
  return (name: string) =>
    lines
      .filter(line => line.toLowerCase().startsWith(`${name.toLowerCase()}: `))
      .map(line => line.slice(name.length + 2))
}

describe('the sender of e-mails', () => {
  it('uses the sender of the settings, or no-reply at the panel’s host', () => {
    expect(senderOf(configOf())).toBe('no-reply@panel.example.com')
    expect(senderOf(configOf({ MAIL_FROM: 'Vecto <hello@example.com>' }))).toBe('Vecto <hello@example.com>')
  })
})

describe('an e-mail as a file', () => {
  it('marks an e-mail as automatically generated and states its language', async () => {
    const head = await headOf(mailOf())
    expect(head('Auto-Submitted')).toEqual(['auto-generated'])
    expect(head('X-Auto-Response-Suppress')).toEqual(['All'])
    expect(head('Content-Language')).toEqual(['fr'])
    expect(head('To')).toEqual(['ann@example.com'])
    expect(head('Date')).toEqual(['Sun, 01 Mar 2026 10:00:00 +0000'])
  })

  it.each([
    [{}, '<AbC123@panel.example.com>'],
    [{ MAIL_FROM: 'Vecto <hello@example.com>' }, '<AbC123@example.com>'],
  ])('uses the same Message-ID for each delivery of an e-mail: %j', async (env, id) => {
    expect((await headOf(mailOf(), env))('Message-ID')).toEqual([id])
  })

  it('writes an e-mail as text and HTML with CRLF line endings', async () => {
    const file = (await asFile(configOf(), mailOf())).toString('utf8')
    expect(file).toContain('multipart/alternative')
    expect(file).toContain('Bonjour Ann')
    expect(file).toContain('<p>Bonjour <b>Ann</b></p>')
    expect(file.replaceAll('\r\n', '')).not.toContain('\n')
  })

  it('a subject cannot inject a header, nor an address a second recipient', async () => {
    const head = await headOf(mailOf({ subject: 'Hello\r\nBcc: evil@example.com', email: 'ann@example.com' }))
    expect(head('Bcc')).toEqual([])
    expect(head('Subject')[0]).toContain('Hello')
    const two = await headOf(mailOf({ email: 'ann@example.com, evil@example.com' }))
    expect(two('To').join().split('<').length).toBeLessThanOrEqual(2)
  })
})

describe('the sender header of an e-mail', () => {
  it.each([
    ['Vecto: 3D; staff <hello@example.com>', '"Vecto: 3D; staff" <hello@example.com>'],
    ['"Vecto, Inc." <hello@example.com>', '"Vecto, Inc." <hello@example.com>'],
    ['hello@example.com', 'hello@example.com'],
  ])('quotes special characters in the sender’s display name: %s', async (MAIL_FROM, from) => {
    expect((await headOf(mailOf(), { MAIL_FROM }))('From')).toEqual([from])
  })
})

describe('connections to a mail server', () => {
  const open: (() => unknown)[] = []
  afterEach(async () => {
    for (const close of open.splice(0)) await close()
  })

  /** Listens on a local port and answers each connection with the callback. */
  const listen = async (answer: (socket: Socket) => void) => {
    const sockets: Socket[] = []
    const server = createServer(socket => {
      sockets.push(socket)
      socket.on('error', () => undefined)
      answer(socket)
    })
    await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
    open.push(() => {
      for (const socket of sockets) socket.destroy()
      server.close()
    })
    const { port } = server.address() as AddressInfo
    return `smtp://127.0.0.1:${port}`
  }

  const transportTo = (url: string) => {
    const transport = smtpTransport(configOf(), url)
    open.push(transport.close)
    return transport
  }

  it('fails with ETIMEDOUT when a mail server sends no greeting within greetingTimeout', async () => {
    const url = await listen(() => undefined)
    await expect(transportTo(`${url}?greetingTimeout=200`).send(mailOf())).rejects.toMatchObject({
      code: 'ETIMEDOUT',
    })
  })

  it('fails with ESOCKET when a mail server refuses the connection', async () => {
    const url = await listen(() => undefined)
    open.pop()?.()
    await expect(transportTo(url).send(mailOf())).rejects.toMatchObject({ code: 'ESOCKET' })
  })

  it('fails to verify a mail server that does not respond within the given time', async () => {
    const url = await listen(() => undefined)
    await expect(transportTo(url).verify(150)).rejects.toThrow('The mail server does not answer')
  })

  it('suggests smtp:// when a mail server with an smtps:// address does not begin with TLS', async () => {
    const url = (await listen(socket => void socket.write('220 ready\r\n'))).replace('smtp:', 'smtps:')
    const failure = await transportTo(url).verify(3000).catch(deliveryErrorOf)
    expect(failure).toMatchObject({ reason: expect.stringContaining('takes smtp:// in place of smtps://') })
  })

  it('suggests smtps:// when a mail server with an smtp:// address waits for TLS', async () => {
    const url = await listen(() => undefined)
    const failure = await transportTo(url).verify(150).catch(deliveryErrorOf)
    expect(failure).toMatchObject({ reason: expect.stringContaining('takes smtps:// in place of smtp://') })
  })

  it('sends no e-mail without encryption when the mail server’s address requires TLS', async () => {
    const said: string[] = []
    const url = await listen(socket => {
      socket.write('220 ready\r\n')
      socket.on('data', data => {
        said.push(String(data))
        socket.write(String(data).startsWith('EHLO') ? '250 plain\r\n' : '502 no\r\n')
      })
    })
    await expect(transportTo(`${url}?requireTLS=true`).send(mailOf())).rejects.toMatchObject({ code: 'ETLS' })
    expect(said.join('')).not.toContain('MAIL FROM')
  })
})
