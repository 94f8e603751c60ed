import { z } from 'zod'
import { encodeAccount } from './encoded-address'

/** The sender of e-mails: its address, and the name that readers see. */
export type Sender = { readonly name: string; readonly address: string }

const ADDRESS = /^[^\s<>()[\]\\,;:"@]+@[^\s<>()[\]\\,;:"@]+$/

/** `Vecto <no-reply@example.com>` or an address alone; the name may hold any sign. */
export const senderIn = (text: string): Sender | undefined => {
  const [, before = '', named] = /^(.*)<([^<>]+)>$/s.exec(text.trim()) ?? []
  const address = (named ?? text).trim()
  const name = before
    .trim()
    .replace(/^"(.*)"$/s, '$1')
    .replaceAll('\\"', '"')
  return ADDRESS.test(address) && !/[\r\n]/.test(text.trim()) ? { name, address } : undefined
}

/** Settings for e-mail, in the shape of `server/platform/config/config.ts`. */
export const mailSettings = {
  SMTP_URL: {
    schema: z
      .string()
      .transform(encodeAccount)
      .pipe(z.url({ protocol: /^smtps?$/ }))
      .optional(),
    takes: 'a mail server: smtp://user:password@host:587 or smtps://…:465',
  },
  MAIL_FROM: {
    schema: z
      .string()
      .refine(text => senderIn(text) !== undefined)
      .optional(),
    takes: 'the one address that e-mails come from, such as Vecto <no-reply@example.com>',
  },
} as const

/** Ports whose use of TLS is agreed upon: another scheme would wait for an answer that never comes. */
const schemes: Readonly<Record<string, string>> = { '465': 'smtps:', '587': 'smtp:', '25': 'smtp:' }

const flags = ['requireTLS', 'ignoreTLS', 'tls.rejectUnauthorized', 'pool']

/** Validates the mail server's address beyond its form; returns messages, without the password. */
export const mailProblems = ({ SMTP_URL }: { readonly SMTP_URL?: string | undefined }): string[] => {
  if (SMTP_URL === undefined) return []
  const { protocol, port, username, password, searchParams } = new URL(SMTP_URL)
  const expected = schemes[port]
  const wrong = flags.filter(name => !['true', 'false', null].includes(searchParams.get(name)))
  return [
    ...(expected && expected !== protocol
      ? [
          expected === 'smtps:'
            ? `SMTP_URL is refused: port ${port} begins with TLS; write smtps:// in place of smtp://.`
            : `SMTP_URL is refused: port ${port} begins without TLS and switches to it (STARTTLS); write smtp:// in place of smtps://.`,
        ]
      : []),
    ...((username === '') !== (password === '')
      ? [
          'SMTP_URL is refused: a user takes a password and a password a user, as in smtp://user:password@host:587; a server that needs no sign-in takes neither.',
        ]
      : []),
    ...wrong.map(name => `SMTP_URL is refused: its ${name} takes true or false.`),
  ]
}
