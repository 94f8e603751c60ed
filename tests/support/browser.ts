import { type Browser, type BrowserContextOptions, chromium, type Page } from 'playwright'
import { callOf, recordCall, screenOf } from '~/scripts/calls/observed-calls'
import { findChromium } from '~/scripts/system-packages'
import { recordNoise } from './page-noise'

const args = [
  '--disable-gpu',
  '--disable-quic',
  // Nothing is drawn by hardware: a process less, and a tenth of the time.
  '--in-process-gpu',
  '--no-first-run',
  // Without these Chromium calls its maker at every start.
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
]

/** A page lives for minutes in a test: optimizing its scripts, and keeping its memory small, cost more than they save. */
const shortLived = '--js-flags=--no-maglev --no-opt --min-semi-space-size=16 --single-threaded-gc'

/** As root, Chromium's sandbox cannot start. */
const sandbox = () => (process.getuid?.() === 0 ? ['--no-sandbox'] : [])

type Needs = {
  /** It can show notifications. */
  readonly notifying?: boolean
  /** Its scripts run as fast as in the browsers that people have. */
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

/** A page in a profile of its own, other tabs of it included in what is heard, in English on a 1280 × 800 screen unless told. */
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
  /** Throws what went wrong since the last call, but for what the test expects. */
  const expectQuiet = (...expected: readonly RegExp[]) => {
    const noise = heard.flatMap(lines => lines.splice(0))
    const unexpected = noise.filter(line => !expected.some(pattern => pattern.test(line)))
    if (unexpected.length)
      throw new Error(`The page at ${page.url()} was not quiet:\n${unexpected.join('\n')}`)
  }
  return { page, context, expectQuiet, close: () => context.close() }
}

/**
 * Presses a button of the open dialog and waits until it is closed: until then, the page behind it is hidden from roles,
 * and a row there seems to be gone.
 */
export const answerDialog = async (page: Page, button: string) => {
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('button', { name: button }).click()
  await dialog.waitFor({ state: 'hidden' })
}

/** Fills the sign-in form, which must be on the screen or on its way, and waits until it is left. */
export const signIn = async (page: Page, email: string, password: string) => {
  await page.getByLabel(/^E-?mail/).fill(email)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
  await page.waitForURL(address => address.pathname !== '/signin')
}
