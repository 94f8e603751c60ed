import type { NodemailerError } from 'nodemailer'

/**
 * Why an e-mail did not go out. The first five lie with the way to the mail server, and hold for every e-mail;
 * `later`: this one may be tried again; `recipient`, `content`: it was refused for good.
 */
export const deliveryErrorCodes = [
  'unreachable',
  'timeout',
  'tls',
  'auth',
  'refused',
  'later',
  'recipient',
  'content',
] as const
export type DeliveryErrorCode = (typeof deliveryErrorCodes)[number]

/** `reason`: in the server's words, English. */
export type DeliveryError = {
  readonly code: DeliveryErrorCode
  readonly reason: string
  readonly final: boolean
}

const LONGEST = 500

const isFinal = ({ responseCode = 0 }: NodemailerError) => responseCode >= 500 && responseCode !== 503

const isOfTls = ({ code, originalCode = '' }: NodemailerError) =>
  code === 'ETLS' || /CERT|SELF_SIGNED|SSL|TLS|ALTNAME/.test(originalCode)

/** What a server says of a sender is about all e-mails. */
const isOfServer = ({ command = '' }: NodemailerError) => !/^(RCPT|DATA|BDAT|\.)/.test(command)

const byCode: Readonly<Record<string, DeliveryErrorCode>> = {
  ETIMEDOUT: 'timeout',
  EABORT: 'timeout',
  EAUTH: 'auth',
  ENOAUTH: 'auth',
  EOAUTH2: 'auth',
  ECONNECTION: 'unreachable',
  ESOCKET: 'unreachable',
  EDNS: 'unreachable',
}

const codeOf = (error: NodemailerError): DeliveryErrorCode => {
  if (isOfTls(error)) return 'tls'
  const { code = '', responseCode } = error
  if (code === 'EENVELOPE' && responseCode === undefined) return 'recipient'
  if (code === 'EENVELOPE' || code === 'EMESSAGE') {
    if (code === 'EENVELOPE' && isOfServer(error)) return 'refused'
    if (!isFinal(error)) return 'later'
    return code === 'EENVELOPE' ? 'recipient' : 'content'
  }
  return byCode[code] ?? (responseCode === undefined ? 'unreachable' : 'refused')
}

/** What an error of a try means. */
export const deliveryErrorOf = (error: unknown): DeliveryError => {
  const known: NodemailerError = error instanceof Error ? error : new Error(String(error))
  const code = codeOf(known)
  return {
    code,
    reason: (known.response ?? known.message).replace(/\s+/g, ' ').slice(0, LONGEST),
    final: code === 'recipient' || code === 'content',
  }
}
