import type { Browser } from 'playwright'
import { openPage } from '~/tests/support/browser/browser'

/** A slow laptop and network: Lighthouse's 4× CPU slowdown and Chrome's "fast 4G". */
export const network = {
  offline: false,
  latency: 85,
  downloadThroughput: 9e6 / 8,
  uploadThroughput: 9e6 / 8,
}

/** Opens a throttled page with an empty cache; `scriptBytes` returns the bytes of JavaScript transferred so far. */
export const openSlowPage = async (browser: Browser, url: string) => {
  const { page, context, close } = await openPage(browser, { baseURL: url })
  // The compiler keeps the names of functions through a helper that functions evaluated in the page lack.
  await page.addInitScript('globalThis.__name = value => value')
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
