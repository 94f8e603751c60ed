import { launchBrowser } from './browser'
import { pagePool } from './page-pool'

type Needs = { readonly notifying?: boolean }

const launch = async (needs: Needs) => {
  const browser = await launchBrowser(needs)
  return { browser, pages: pagePool(browser) }
}

const launched = new Map<boolean, ReturnType<typeof launch>>()

/** The browser of this worker with its page pool; all test files of the worker share it. */
export const workerBrowser = async ({ notifying = false }: Needs) => {
  const known = await launched.get(notifying)
  if (known?.browser.isConnected()) return known
  const fresh = launch({ notifying })
  launched.set(notifying, fresh)
  return fresh
}
