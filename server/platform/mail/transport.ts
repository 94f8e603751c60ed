import { mkdir, rename, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { createTransport, type SendMailOptions } from 'nodemailer'
import { parseConnectionUrl } from 'nodemailer/lib/shared'
import { withTimeout } from '~/model/with-timeout'
import { type Config, panelAddress } from '~/server/platform/config/config'
import { type Sender, senderIn } from '~/server/platform/config/integration-settings'

/** The body of an e-mail, as HTML and as plain text; the trace of the request that wrote it. */
export type Message = { readonly html: string; readonly text: string; readonly traceparent?: string }

/** Timeouts in milliseconds; SMTP_URL may override them. LONGEST_TRY limits the whole attempt in any case. */
const patience = {
  dnsTimeout: 10_000,
  connectionTimeout: 10_000,
  greetingTimeout: 10_000,
  socketTimeout: 20_000,
} as const
const LONGEST_TRY = 40_000

export type Outgoing = {
  readonly uid: string
  readonly email: string
  readonly lang: string
  readonly subject: string
  readonly message: Message
  readonly createdAt: Date
}

/** The sender of e-mails as text: MAIL_FROM, else no-reply at the panel's host. */
export const senderOf = (config: Config) =>
  config.MAIL_FROM ?? `no-reply@${new URL(panelAddress(config)).hostname}`

/** Name and address apart: as one text, signs such as a colon in the name would make a group of addresses. */
const fromOf = (config: Config): Sender => {
  const text = senderOf(config)
  return senderIn(text) ?? { name: '', address: text }
}

const domainOf = ({ address }: Sender) => address.replace(/^.*@/, '') || 'localhost'

/** One Message-ID per record: mail programs recognise a second copy as a duplicate. */
const dataOf = (config: Config, mail: Outgoing): SendMailOptions => ({
  from: { ...fromOf(config) },
  to: { address: mail.email, name: '' },
  subject: mail.subject,
  text: mail.message.text,
  html: mail.message.html,
  messageId: `<${mail.uid}@${domainOf(fromOf(config))}>`,
  date: mail.createdAt,
  headers: {
    'Content-Language': mail.lang,
    'Auto-Submitted': 'auto-generated',
    'X-Auto-Response-Suppress': 'All',
  },
  disableFileAccess: true,
  disableUrlAccess: true,
})

const silent = { logger: false, debug: false, transactionLog: false } as const

const noAnswer = () => Object.assign(new Error('The mail server does not answer'), { code: 'ETIMEDOUT' })

/** The SMTP transport for SMTP_URL. Query parameters are nodemailer options, such as `requireTLS=true`. */
export const smtpTransport = (config: Config, url: string) => {
  const smtp = createTransport({ ...patience, ...parseConnectionUrl(url), ...silent })
  return {
    /** @throws nodemailer's errors, see `delivery-errors.ts` */
    send: async (mail: Outgoing) => {
      const ending = new AbortController()
      const sent = smtp.sendMail({ ...dataOf(config, mail), signal: ending.signal })
      await withTimeout(LONGEST_TRY, sent, noAnswer()).finally(() => ending.abort())
    },
    /** Connects and authenticates, as for an e-mail. */
    verify: (milliseconds: number) => withTimeout(milliseconds, smtp.verify(), noAnswer()),
    close: () => smtp.close(),
  }
}

/** The e-mail as a file, as a mail server would receive it. */
export const asFile = async (config: Config, mail: Outgoing): Promise<Buffer> => {
  const { message } = await createTransport({
    streamTransport: true,
    buffer: true,
    newline: 'windows',
  }).sendMail(dataOf(config, mail))
  return Buffer.isBuffer(message) ? message : Buffer.from('')
}

const spoolDirectory = ({ DATA_DIR }: Pick<Config, 'DATA_DIR'>) => path.join(path.resolve(DATA_DIR), 'outbox')

/**
 * Writes an e-mail to `<uid>.eml` in the spool directory, readable by its owner only: it may contain a key.
 */
export const spoolMail = async (config: Config, mail: Outgoing) => {
  const folder = spoolDirectory(config)
  await mkdir(folder, { recursive: true, mode: 0o700 })
  const file = path.join(folder, `${mail.uid}.eml`)
  await writeFile(`${file}.new`, await asFile(config, mail), { mode: 0o600 })
  await rename(`${file}.new`, file)
}
