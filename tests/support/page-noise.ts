import type { ConsoleMessage, Page, Request } from 'playwright'

const noisy: ReadonlySet<string> = new Set(['error', 'warning'])

/** Leaving a page cuts off what it was loading: no fault of anybody's. */
const wasCutOff = (request: Request) => request.failure()?.errorText === 'net::ERR_ABORTED'

/** What a machine without a graphics card says of its own speed, at every WebGL canvas: no fault of the page's. */
const isOfTheDriver = (message: ConsoleMessage) => message.text().includes('GL Driver Message')

/** A stream ends with its server, or its line, and is taken up again: what a browser says of it is no fault. */
const isOfTheStream = (url: string, error: string) =>
  /\/parse\/stream(\?|$)/.test(url) &&
  /ERR_(INCOMPLETE_CHUNKED_ENCODING|CONNECTION_\w+|EMPTY_RESPONSE)/.test(error)

const said = (message: ConsoleMessage) =>
  `console ${message.type()}: ${message.text()} (${message.location().url}:${message.location().lineNumber})`

/** Writes down what a person with the browser's tools open would see go wrong on a page. */
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
