import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'
import type { Email } from 'postal-mime'
import PostalMime from 'postal-mime'
import { SMTPServer, type SMTPServerOptions } from 'smtp-server'
import { until } from '~/tests/support/video/video-jobs'
import { freePort } from './free-port'

/** A received e-mail, parsed; `to` has the recipients of the envelope. */
export type Received = {
  readonly to: readonly string[]
  readonly subject: string
  readonly html: string
  readonly text: string
  readonly messageId: string
  readonly email: Email
  readonly raw: string
  /** The URLs of its links, in order. */
  readonly links: readonly string[]
}

/** Response to a recipient: undefined accepts it, an error rejects it, `hang` sends no response. */
export type Answer = { readonly code: number; readonly text: string } | 'hang' | undefined

export type SmtpOptions = {
  /** Default: no encryption. Both modes use a self-signed certificate. */
  readonly tls?: 'starttls' | 'implicit'
  /** Required credentials; default: none. */
  readonly auth?: { readonly user: string; readonly pass: string }
  /** Default: a free port. */
  readonly port?: number
  /** Called for each recipient with the number of calls for that recipient. */
  readonly answer?: (recipient: string, time: number) => Answer
}

const refusal = ({ code, text }: { code: number; text: string }) =>
  Object.assign(new Error(text), { responseCode: code })

const parse = async (raw: Buffer, to: readonly string[]): Promise<Received> => {
  const email = await PostalMime.parse(raw)
  const html = email.html ?? ''
  return {
    to,
    subject: email.subject ?? '',
    html,
    text: email.text ?? '',
    messageId: email.messageId ?? '',
    email,
    raw: raw.toString('latin1'),
    links: [...html.matchAll(/href="([^"]+)"/g)].map(([, link = '']) => link.replaceAll('&amp;', '&')),
  }
}

const settings = (options: SmtpOptions, asked: string[], messages: Received[]): SMTPServerOptions => ({
  // Disables the warning about the self-signed certificate of the library.
  logger: false,
  secure: options.tls === 'implicit',
  hideSTARTTLS: options.tls !== 'starttls',
  authOptional: options.auth === undefined,
  allowInsecureAuth: true,
  onAuth: ({ username, password }, _session, done) => {
    const right = options.auth?.user === username && options.auth?.pass === password
    if (right) done(null, { user: username })
    else done(refusal({ code: 535, text: 'Wrong user or password' }))
  },
  onRcptTo: ({ address }, _session, done) => {
    asked.push(address)
    const answer = options.answer?.(address, asked.filter(each => each === address).length)
    if (answer === 'hang') return
    done(answer ? refusal(answer) : null)
  },
  onData: (stream, { envelope }, done) => {
    buffer(stream)
      .then(raw =>
        parse(
          raw,
          envelope.rcptTo.map(({ address }) => address),
        ),
      )
      .then(received => {
        messages.push(received)
        done(null, 'Taken')
      }, done)
  },
})

const listen = (server: SMTPServer, port: number) =>
  new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(port, '127.0.0.1', resolve)
  })

/**
 * Starts an SMTP server that stores the received e-mails.
 * `url(query)` is its SMTP_URL; `received(to, count)` waits for `count` e-mails to an address.
 */
export const startSmtp = async (options: SmtpOptions = {}) => {
  const messages: Received[] = []
  const asked: string[] = []
  const server = new SMTPServer(settings(options, asked, messages))
  // Ignores clients that disconnect during a session.
  server.on('error', () => undefined)
  await listen(server, options.port ?? (await freePort()))
  const { port } = server.server.address() as AddressInfo
  const { auth, tls } = options
  const who = auth ? `${encodeURIComponent(auth.user)}:${encodeURIComponent(auth.pass)}@` : ''
  const of = (to: string) => messages.filter(message => message.to.includes(to))
  return {
    port,
    messages,
    /** Every recipient of an RCPT TO command, in order. */
    asked,
    url: (query = tls ? 'tls.rejectUnauthorized=false' : '') =>
      `${tls === 'implicit' ? 'smtps' : 'smtp'}://${who}127.0.0.1:${port}${query && `?${query}`}`,
    received: async (to: string, count = 1): Promise<Received[]> => {
      return until(
        async () => of(to),
        found => found.length >= count,
      )
    },
    close: () => new Promise<void>(resolve => server.close(resolve)),
  }
}

export type Smtp = Awaited<ReturnType<typeof startSmtp>>
