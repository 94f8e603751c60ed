import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'
import PostalMime, { type Email } from 'postal-mime'
import { SMTPServer, type SMTPServerOptions } from 'smtp-server'
import { freePort } from './free-port'
import { until } from './making'

/** An e-mail as it arrived, parsed; `to`: whom it was handed in for. */
export type Received = {
  readonly to: readonly string[]
  readonly subject: string
  readonly html: string
  readonly text: string
  readonly messageId: string
  readonly email: Email
  readonly raw: string
  /** The addresses that its links lead to, in order. */
  readonly links: readonly string[]
}

/** What the server says of a recipient: nothing (it takes the e-mail), a refusal, or no word at all. */
export type Answer = { readonly code: number; readonly text: string } | 'hang' | undefined

export type SmtpOptions = {
  /** Default: no encryption is offered. Both take a certificate that nobody signed. */
  readonly tls?: 'starttls' | 'implicit'
  /** Who may hand in; default: anybody. */
  readonly auth?: { readonly user: string; readonly pass: string }
  /** Default: a free one. */
  readonly port?: number
  /** Asked for each recipient, with how often it was asked for them. */
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
  // The library's own certificate, which nobody signed, serves; without a word about it.
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
 * A mail server on a port of its own, that keeps what it is handed.
 * `url(query)` is its SMTP_URL; `received(to, count)` waits until so many have come for an address.
 */
export const startSmtp = async (options: SmtpOptions = {}) => {
  const messages: Received[] = []
  const asked: string[] = []
  const server = new SMTPServer(settings(options, asked, messages))
  // A client that goes away in the middle is none of ours.
  server.on('error', () => undefined)
  await listen(server, options.port ?? (await freePort()))
  const { port } = server.server.address() as AddressInfo
  const { auth, tls } = options
  const who = auth ? `${encodeURIComponent(auth.user)}:${encodeURIComponent(auth.pass)}@` : ''
  const of = (to: string) => messages.filter(message => message.to.includes(to))
  return {
    port,
    messages,
    /** Every recipient that somebody wanted to send to, in order. */
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
