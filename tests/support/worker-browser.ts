import { launchBrowser } from './browser'
import { pagePool } from './page-pool'

type Needs = { readonly notifying?: boolean }

const launch = async (needs: Needs) => {
  const browser = await launchBrowser(needs)
  return { browser, pages: pagePool(browser) }
}

const launched = new Map<boolean, ReturnType<typeof launch>>()

/** The browser of this worker with its pages: one test file after the other uses it, and it ends with the worker. */
export const workerBrowser = async ({ notifying = false }: Needs) => {
  const known = await launched.get(notifying)
  if (known?.browser.isConnected()) return known
  const fresh = launch({ notifying })
  launched.set(notifying, fresh)
  return fresh
}
