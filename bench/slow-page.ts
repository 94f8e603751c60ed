import type { Browser } from 'playwright'
import { openPage } from '~/tests/support/browser'

/** A modest laptop on a slow line: what Lighthouse calls 4× slowdown, and Chrome's "fast 4G". */
export const network = {
  offline: false,
  latency: 85,
  downloadThroughput: 9e6 / 8,
  uploadThroughput: 9e6 / 8,
}

/** A page with nothing in its cache, throttled; `scriptBytes` tells what JavaScript crossed the line so far. */
export const openSlowPage = async (browser: Browser, url: string) => {
  const { page, context, close } = await openPage(browser, { baseURL: url })
  const cdp = await context.newCDPSession(page)
  const scripts = new Set<string>()
  let bytes = 0
  cdp.on('Network.responseReceived', ({ requestId, type }) => {
    if (type === 'Script') scripts.add(requestId)
  })
  cdp.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
    if (scripts.has(requestId)) bytes += encodedDataLength
  })
  await cdp.send('Network.enable')
  await cdp.send('Network.emulateNetworkConditions', network)
  await cdp.send('Emulation.setCPUThrottlingRate', { rate: 4 })
  return { page, close, scriptBytes: () => bytes }
}
