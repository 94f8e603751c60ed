type Details = {
  readonly fields?: Readonly<Record<string, string>>
  /** Seconds. */
  readonly retryAfter?: number
  /** The answer as it came. */
  readonly body?: Readonly<Record<string, unknown>>
}

/** A refusal or a failure. `code` is stable and is what the panel translates; status 0: no answer. */
export class BackendError extends Error {
  readonly fields: Details['fields']
  readonly retryAfter: Details['retryAfter']
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
    this.body = details.body
  }
}

/** Seconds: the server's own window is ten minutes. */
const USUAL_WAIT = 600

/** Seconds to wait after a 429; the server may have left them out. */
export const waitOf = ({ retryAfter = USUAL_WAIT }: BackendError) => retryAfter

/** No answer at all, or that of a gateway that finds no server behind it. */
export const isUnreachable = ({ status }: BackendError) => status === 0 || [502, 503, 504].includes(status)
