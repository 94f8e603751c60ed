import type { NodemailerError } from 'nodemailer'

/**
 * Why an e-mail was not sent. The first five concern the mail server and apply to every e-mail; `later`: this
 * e-mail may be retried; `recipient`, `content`: it was rejected permanently.
 */
const deliveryErrorCodes = [
  'unreachable',
  'timeout',
  'tls',
  'auth',
  'refused',
  'later',
  'recipient',
  'content',
] as const
type DeliveryErrorCode = (typeof deliveryErrorCodes)[number]

/** `reason`: the server's message, in English. */
export type DeliveryError = {
  readonly code: DeliveryErrorCode
  readonly reason: string
  readonly final: boolean
}

const LONGEST = 500

const isFinal = ({ responseCode = 0 }: NodemailerError) => responseCode >= 500 && responseCode !== 503

const isOfTls = ({ code, originalCode = '' }: NodemailerError) =>
  code === 'ETLS' || /CERT|SELF_SIGNED|SSL|TLS|ALTNAME/.test(originalCode)

/** An error about the sender applies to all e-mails. */
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

/**
 * Enhanced status codes (RFC 3463, as servers of today use them) that concern the recipient whenever they come, and those
 * that concern the sender: a relay that is denied, a blocked address or domain, a daily limit. Others depend on the command.
 */
const statuses: readonly (readonly [DeliveryErrorCode, RegExp])[] = [
  ['recipient', /^5\.(?:1\.(?:1|2|3|4|6|9|10)|2\.[12]|4\.[14]|7\.17)$/],
  ['refused', /^5\.(?:1\.[78]|4\.5|7\.\d+|2\.252|3\.2)$/],
  ['content', /^5\.(?:3\.4|6\.\d+)$/],
]

/** Words of servers without a specific status (5.0.0, 5.1.0, none). */
const words: readonly (readonly [DeliveryErrorCode, RegExp])[] = [
  [
    'recipient',
    /recipient|user unknown|unknown user|no such (?:user|mailbox)|mailbox (?:unavailable|not found|full)/i,
  ],
  [
    'refused',
    /relay|sender|send ?as ?denied|not owned by|\bblock(?:ed|list)|black ?list|listed (?:at|by|in|on)|\blimit|quota|authenticat|\b(?:spf|dkim|dmarc)\b|not (?:allowed|permitted|authori[sz]ed)/i,
  ],
]

/** Whether a permanent refusal concerns the recipient, the sender or the content, by its status or words. */
const concernOf = ({ response = '', command = '' }: NodemailerError): DeliveryErrorCode | undefined => {
  const [status] = /(?<![\d.])5\.\d{1,3}\.\d{1,3}(?![\d.])/.exec(response) ?? []
  const byStatus = status && statuses.find(([, expression]) => expression.test(status))?.[0]
  if (byStatus) return byStatus
  const found = words.find(([, expression]) => expression.test(response))?.[0]
  // After the content, words about a recipient are often of the content itself.
  return found === 'recipient' && !command.startsWith('RCPT') ? undefined : found
}

const codeOf = (error: NodemailerError): DeliveryErrorCode => {
  if (isOfTls(error)) return 'tls'
  const { code = '', responseCode } = error
  if (code === 'EENVELOPE' && responseCode === undefined) return 'recipient'
  if (code === 'EENVELOPE' || code === 'EMESSAGE') {
    if (code === 'EENVELOPE' && isOfServer(error)) return 'refused'
    if (!isFinal(error)) return 'later'
    return concernOf(error) ?? (code === 'EENVELOPE' ? 'recipient' : 'content')
  }
  return byCode[code] ?? (responseCode === undefined ? 'unreachable' : 'refused')
}

/** Remedy for the operator, for library errors that only describe the symptom. */
const remedyOf = ({ message }: Error) => {
  if (/wrong version number|packet length too long/i.test(message))
    return 'The mail server does not begin with TLS: SMTP_URL takes smtp:// in place of smtps:// there'
  return /greeting never received|mail server does not answer/i.test(message)
    ? 'The mail server does not answer in time: if its port begins with TLS, SMTP_URL takes smtps:// in place of smtp://'
    : undefined
}

/** Classifies the error of a delivery attempt. */
export const deliveryErrorOf = (error: unknown): DeliveryError => {
  const known: NodemailerError = error instanceof Error ? error : new Error(String(error))
  const code = codeOf(known)
  return {
    code,
    reason: (remedyOf(known) ?? known.response ?? known.message).replace(/\s+/g, ' ').slice(0, LONGEST),
    final: code === 'recipient' || code === 'content',
  }
}
