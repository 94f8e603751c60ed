import type { Browser } from 'playwright'
import { launchBrowser, openPage } from '~/tests/support/browser/browser'
import { startServer } from '~/tests/support/server/test-server'
import type { Row } from '../report'
import { network } from '../slow-page'
import { createHand } from './hand'
import { given, type Step, signIn, steps } from './steps'

const act = async (browser: Browser, url: string, step: Step) => {
  const start = await given(url, step.who)
  await step.prepare?.(start)
  const { page, context, close } = await openPage(browser, { baseURL: url, acceptDownloads: true })
  try {
    const cdp = await context.newCDPSession(page)
    await cdp.send('Network.enable')
    await cdp.send('Network.emulateNetworkConditions', network)
    await page.goto('/signin')
    const before = createHand(page)
    if (!step.signedOut) {
      await signIn(before, step.who)
      await page.getByRole('navigation', { name: 'Main menu' }).waitFor()
      await page.waitForLoadState('networkidle').catch(() => undefined)
    }
    await step.begin?.(before, start)
    const hand = createHand(page)
    const begun = performance.now()
    await step.run(hand)
    return { actions: hand.actions(), seconds: (performance.now() - begun) / 1000 }
  } finally {
    await close()
  }
}

/** A day's work at the panel with the demo data: user actions, and seconds without think time. */
export async function* day(): AsyncGenerator<Row> {
  const server = await startServer({ demo: true, worker: true })
  const browser = await launchBrowser({ optimizing: true })
  for (const step of steps) {
    const { actions, seconds } = await act(browser, server.url, step)
    yield { what: `${step.who} ${step.what}`, value: actions, unit: 'actions' }
    yield { what: '  until it is done', value: seconds, unit: 's' }
  }
  await browser.close()
  await server.stop()
}
