import { type IncomingMessage, request as plain } from 'node:http'
import { request as secure } from 'node:https'
import { addressChecks } from './outside-addresses'

/** Milliseconds for the whole exchange. */
const TIMEOUT = 10_000

type Post = {
  readonly url: string
  readonly body: string
  readonly headers: Readonly<Record<string, string>>
}

/** The status alone is of use. The answer is neither kept nor shown: it could be that of any server. */
const statusOf = (response: IncomingMessage) => {
  response.destroy()
  return response.statusCode ?? 0
}

/**
 * Posts to an address that somebody outside chose. Redirects are not followed.
 * @param allowed internal ranges that may be reached, also by http
 * @returns the HTTP status
 * @throws InternalAddress, and the errors of the connection
 */
export const postOutside = (allowed: readonly string[], { url, body, headers }: Post): Promise<number> =>
  new Promise((done, fail) => {
    const target = new URL(url)
    const isSecure = target.protocol === 'https:'
    const { checkHost, lookup } = addressChecks(allowed, isSecure)
    checkHost(target.hostname)
    const request = (isSecure ? secure : plain)(
      target,
      {
        method: 'POST',
        headers: { ...headers, 'content-length': Buffer.byteLength(body) },
        lookup,
        agent: false,
        signal: AbortSignal.timeout(TIMEOUT),
      },
      response => done(statusOf(response)),
    )
    request.on('error', fail)
    request.end(body)
  })
