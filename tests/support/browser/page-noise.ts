import type { ConsoleMessage, Page, Request } from 'playwright'

const noisy: ReadonlySet<string> = new Set(['error', 'warning'])

/** Leaving a page aborts its pending requests, which is expected. */
const wasCutOff = (request: Request) => request.failure()?.errorText === 'net::ERR_ABORTED'

/** Performance warnings of the GL driver on machines without a graphics card are expected for every WebGL canvas. */
const isOfTheDriver = (message: ConsoleMessage) => message.text().includes('GL Driver Message')

/** Errors of the live stream are expected when the server or the network fails: the panel reconnects. */
const isOfTheStream = (url: string, error: string) =>
  /\/parse\/stream(\?|$)/.test(url) &&
  /ERR_(INCOMPLETE_CHUNKED_ENCODING|CONNECTION_\w+|EMPTY_RESPONSE)/.test(error)

const said = (message: ConsoleMessage) =>
  `console ${message.type()}: ${message.text()} (${message.location().url}:${message.location().lineNumber})`

/** Records console errors, uncaught exceptions, failed requests and 5xx responses of a page. */
export const recordNoise = (page: Page) => {
  const noise: string[] = []
  page.on('console', message => {
    const expected = isOfTheDriver(message) || isOfTheStream(message.location().url, message.text())
    if (noisy.has(message.type()) && !expected) noise.push(said(message))
  })
  page.on('pageerror', error => noise.push(`uncaught: ${error.stack ?? error.message}`))
  page.on('requestfailed', request => {
    if (!wasCutOff(request) && !isOfTheStream(request.url(), request.failure()?.errorText ?? ''))
      noise.push(`failed: ${request.method()} ${request.url()} ${request.failure()?.errorText}`)
  })
  page.on('response', response => {
    if (response.status() >= 500)
      noise.push(`${response.status()}: ${response.request().method()} ${response.url()}`)
  })
  return noise
}
