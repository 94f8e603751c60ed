type Details = {
  readonly fields?: Readonly<Record<string, string>>
  /** Seconds. */
  readonly retryAfter?: number
  /** The id of the request in the server's logs and traces. */
  readonly requestId?: string
  /** The response body as received. */
  readonly body?: Readonly<Record<string, unknown>>
}

/** A refused or failed request. `code` is stable, and the panel translates it; status 0 means no response. */
export class BackendError extends Error {
  readonly fields: Details['fields']
  readonly retryAfter: Details['retryAfter']
  readonly requestId: Details['requestId']
  readonly body: Details['body']

  constructor(
    readonly status: number,
    readonly code: string,
    message: string,
    details: Details = {},
  ) {
    super(message)
    this.name = 'BackendError'
    this.fields = details.fields
    this.retryAfter = details.retryAfter
    this.requestId = details.requestId
    this.body = details.body
  }
}

/** Default wait in seconds: the server's rate limit window is ten minutes. */
const USUAL_WAIT = 600

/** Seconds to wait after a 429; the server may omit them. */
export const waitOf = ({ retryAfter = USUAL_WAIT }: BackendError) => retryAfter

/** Codes of failures between browser and server. The panel translates `errors.<code>`. */
const codesBetween = [
  'unreachable',
  'intercepted',
  'refused_by_proxy',
  'too_large_for_proxy',
  'saved_already',
] as const

export const isCodeBetween = (code: string) => codesBetween.some(each => each === code)

/** No response, a gateway error, or the response of something other than the server. */
export const isUnreachable = ({ status, code }: BackendError) =>
  status === 0 || [502, 503, 504].includes(status) || code === 'refused_by_proxy'

/** True if the server may have carried out the request although its response was lost. */
export const isLost = (error: unknown) =>
  !(error instanceof BackendError) ||
  [0, 502, 503, 504].includes(error.status) ||
  error.code.startsWith('http_5') ||
  error.code === 'idempotency_running'
