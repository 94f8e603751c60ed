import { type Browser, type BrowserContextOptions, chromium, type Page } from 'playwright'
import { callOf, recordCall, screenOf } from '~/scripts/calls/observed-calls'
import { findChromium } from '~/scripts/system-packages'
import { recordNoise } from './page-noise'

const args = [
  '--disable-gpu',
  '--disable-quic',
  // No hardware rendering: saves a process and a tenth of the time.
  '--in-process-gpu',
  '--no-first-run',
  // Without these flags Chromium contacts Google at every start.
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
]

/** Pages of tests live for minutes: optimizing their scripts and saving memory cost more than they gain. */
const shortLived = '--js-flags=--no-maglev --no-opt --min-semi-space-size=16 --single-threaded-gc'

/** Chromium's sandbox does not start as root. */
const sandbox = () => (process.getuid?.() === 0 ? ['--no-sandbox'] : [])

type Needs = {
  /** Starts a build of Chromium that can show notifications. */
  readonly notifying?: boolean
  /** Optimizes scripts, as users’ browsers do. */
  readonly optimizing?: boolean
}

export const launchBrowser = async ({ notifying = false, optimizing = false }: Needs = {}) => {
  const executablePath = await findChromium({ notifying })
  if (!executablePath) throw new Error('Chromium is not installed; CHROMIUM_PATH can name one.')
  return chromium.launch({
    executablePath,
    args: [...args, ...(optimizing ? [] : [shortLived]), ...sandbox()],
  })
}

/** Opens a page in a new profile, by default in English at 1280 × 800. Noise of all its tabs is recorded. */
export const openPage = async (browser: Browser, options: BrowserContextOptions) => {
  const context = await browser.newContext({
    locale: 'en-GB',
    viewport: { width: 1280, height: 800 },
    ...options,
  })
  const heard: string[][] = []
  context.on('page', opened => heard.push(recordNoise(opened)))
  context.on('response', response => {
    const request = response.request()
    if (response.ok() && request.resourceType() === 'fetch')
      recordCall(callOf(request.method(), request.url()), screenOf(page.url()))
  })
  const page = await context.newPage()
  /** Throws an error with the noise since the last call, except for the expected lines. */
  const expectQuiet = (...expected: readonly RegExp[]) => {
    const noise = heard.flatMap(lines => lines.splice(0))
    const unexpected = noise.filter(line => !expected.some(pattern => pattern.test(line)))
    if (unexpected.length)
      throw new Error(`The page at ${page.url()} was not quiet:\n${unexpected.join('\n')}`)
  }
  return { page, context, expectQuiet, close: () => context.close() }
}

/**
 * Presses a button of the open dialog and waits until it is closed: until then queries by role do not find the page
 * behind it.
 */
export const answerDialog = async (page: Page, button: string) => {
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('button', { name: button }).click()
  await dialog.waitFor({ state: 'hidden' })
}

/** Fills in and submits the sign-in form, waiting for it first, and waits until another page opens. */
export const signIn = async (page: Page, email: string, password: string) => {
  await page.getByLabel(/^E-?mail/).fill(email)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
  await page.waitForURL(address => address.pathname !== '/signin')
}
