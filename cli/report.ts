import type { Catalogue } from '~/i18n/catalogue'
import { catalogues } from '~/i18n/catalogues'
import { messageOf } from '~/model/errors'
import { type Language, languages } from '~/model/languages'
import { asObject, fromKeys, textIn } from '~/model/objects'
import { cut } from '~/model/text'

/** The panel's texts for errors, for why a job failed, and for a 3D video's state and grade. */
const namesIn = ({ texts }: Catalogue) => {
  const { errors, validation, reasons, resources } = texts
  return {
    error: errors,
    validation,
    reason: reasons,
    status: resources.vectos.choices.status,
    grade: resources.vectos.choices.grade,
  }
}

const textsIn = fromKeys(languages, language => ({
  texts: catalogues[language].cli,
  names: namesIn(catalogues[language]),
}))

type NameKind = keyof ReturnType<typeof namesIn>

export type TextKey = keyof Catalogue['cli']
type Values = Readonly<Record<string, string | number>>

/** Text from other users, without control characters for the terminal. */
const printable = (text: string) => text.replace(/\p{Cc}/gu, ' ')

/** The language of the terminal: `LC_ALL`, `LC_MESSAGES` or `LANG`; English unless it is one of the product's. */
export const languageOf = ({ LC_ALL, LC_MESSAGES, LANG }: NodeJS.ProcessEnv): Language => {
  const named = (LC_ALL || LC_MESSAGES || LANG || '').slice(0, 2).toLowerCase()
  return languages.find(language => language === named) ?? 'en'
}

/** Texts of a language: the command line's own, and the panel's names of the API's codes. */
export const textsOf = (language: Language) => {
  const { texts, names } = textsIn[language]
  const filled = (text: string, values: Values) =>
    text.replace(/%\{(\w+)\}/g, (whole, name: string) => printable(String(values[name] ?? whole)))
  return {
    language,
    text: (key: TextKey, values: Values = {}) => filled(texts[key], values),
    /** Undefined for a code without a text. */
    name: (kind: NameKind, code: string, values: Values = {}) => {
      const found = textIn(names[kind], code)
      return found && filled(found, values)
    },
  }
}

type Texts = ReturnType<typeof textsOf>

/** The command was given something that it does not take. Ends the program with 2. */
export class UsageError extends Error {
  constructor(
    readonly key: TextKey,
    readonly values: Values = {},
  ) {
    super(key)
  }
}

/** The API did not answer: whether it made the requested change is unknown. */
export class NoAnswer extends Error {}

/** An answer of the API from 400 on; `body` as the server sent it. */
export class ApiFailure extends Error {
  constructor(
    readonly status: number,
    readonly body: unknown,
    /** Seconds of the Retry-After header; 0 if absent. */
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

/** Error of a refused certificate, with the remedy; undefined for other errors. */
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

/** Message of an error, in the terminal's language. */
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

/** Milliseconds between two lines of progress where they cannot replace each other, as in a log file. */
const quiet = 30_000

type Terminal = Pick<NodeJS.WriteStream, 'write' | 'isTTY' | 'columns'>

/** Output of the command line: lines, and progress, which the next line replaces on a terminal. */
export const reportTo = (out: Terminal, texts: Texts) => {
  let [open, last] = [false, 0]
  const clear = () => {
    if (open) out.write('\r\u001b[2K')
    open = false
  }
  const number = (options: Intl.NumberFormatOptions) => new Intl.NumberFormat(texts.language, options)
  const bytes = number({ style: 'unit', unit: 'megabyte', maximumFractionDigits: 1 })
  const share = number({ style: 'percent', maximumFractionDigits: 0 })
  const minutes = number({ style: 'unit', unit: 'minute', unitDisplay: 'short' })
  const seconds = number({ style: 'unit', unit: 'second', unitDisplay: 'short' })
  return {
    ...texts,
    size: (count: number) => bytes.format(count / 1e6),
    percent: (value: number) => share.format(value),
    left: (count: number) =>
      Math.ceil(count) < 60 ? seconds.format(Math.ceil(count)) : minutes.format(Math.ceil(count / 60)),
    line: (key: TextKey, values: Values = {}) => {
      clear()
      out.write(`${texts.text(key, values)}\n`)
    },
    progress: (key: TextKey, values: Values) => {
      const text = texts.text(key, values)
      if (out.isTTY) {
        clear()
        out.write(cut(text, Math.max(20, out.columns - 1)))
        open = true
      } else if (Date.now() - last > quiet) {
        last = Date.now()
        out.write(`${text}\n`)
      }
    },
    failure: (name: string, error: unknown) => {
      clear()
      out.write(`${texts.text('failed', { name, reason: failureText(error, texts) })}\n`)
    },
  }
}

export type Report = ReturnType<typeof reportTo>
