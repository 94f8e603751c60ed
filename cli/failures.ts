import { messageOf } from '~/model/errors'
import { asObject, textIn } from '~/model/objects'
import { printable, type TextKey, type Texts, type Values } from './texts'

/** The command was given something that it does not take. Ends the program with 2. */
export class UsageError extends Error {
  constructor(
    readonly key: TextKey,
    readonly values: Values = {},
  ) {
    super(key)
  }
}

/** No answer of the API came: whether it made the change that it was asked for is unknown. */
export class NoAnswer extends Error {}

/** An answer of the API from 400 on; `body` as the server sent it. */
export class ApiFailure extends Error {
  constructor(
    readonly status: number,
    readonly body: unknown,
    /** Seconds that the server asks to wait; 0 if it does not say. */
    readonly retryAfter = 0,
  ) {
    super(textIn(body, 'error') ?? `HTTP ${status}`)
  }
  get code() {
    return textIn(this.body, 'code')
  }
}

const authorityErrors = /^(DEPTH_ZERO_SELF_SIGNED_CERT|SELF_SIGNED_CERT_IN_CHAIN|UNABLE_TO_)/
const certificateErrors = /^(CERT_|ERR_TLS_CERT_)/

/** Why the certificate of an address was not accepted, with what to do; undefined if something else was wrong. */
export const certificateProblem = (error: unknown, url: string) => {
  const { code } = asObject(asObject(asObject(error).cause).cause)
  if (typeof code !== 'string') return undefined
  if (authorityErrors.test(code)) return new UsageError('unknownAuthority', { url, reason: code })
  return certificateErrors.test(code) ? new UsageError('badCertificate', { url, reason: code }) : undefined
}

/** Nothing after it can go better: the command is wrong, or the token is. */
export const isFinal = (error: unknown) =>
  error instanceof UsageError || (error instanceof ApiFailure && error.status === 401)

const valuesIn = (body: unknown): Values =>
  Object.fromEntries(
    Object.entries(asObject(asObject(body).params)).map(([name, value]) => [name, String(value)]),
  )

const refusedFields = (body: unknown, { name }: Texts) =>
  Object.entries(asObject(asObject(body).fields)).map(
    ([field, code]) => `${field}: ${name('validation', String(code)) ?? String(code)}`,
  )

/** What went wrong, in the terminal's language. */
export const failureText = (error: unknown, texts: Texts) => {
  const { text, name } = texts
  if (error instanceof UsageError) return text(error.key, error.values)
  if (!(error instanceof ApiFailure)) return printable(messageOf(error))
  if (error.status === 401) return text('tokenRefused')
  // A page of something in between, such as a proxy: the server's own answers have a code.
  if (error.status < 500 && typeof error.body === 'string')
    return text('refusedBetween', { status: String(error.status) })
  const said = (error.code && name('error', error.code, valuesIn(error.body))) || error.message
  return printable([said, ...refusedFields(error.body, texts)].join(' · '))
}
