import type { Browser, Page } from 'playwright'
import { readManifest, signInSizes } from '~/scripts/budgets'
import { ensurePanel } from '~/scripts/panel-build'
import { launchBrowser } from '~/tests/support/browser'
import { demoPassword, startServer } from '~/tests/support/test-server'
import { median } from './load'
import type { Row } from './report'
import { openSlowPage } from './slow-page'

const rounds = 3
const listPath = '/user'

type Sample = Readonly<Record<'protected' | 'firstRow' | 'nextPage' | 'signInKb' | 'listKb', number>>

const timed = async (work: () => Promise<unknown>) => {
  const start = performance.now()
  await work()
  return performance.now() - start
}

const signInButton = (page: Page) => page.getByRole('button', { name: 'Sign in', exact: true })
/** With an address in it: rows that stand in while the list loads do not count. */
const firstRow = (page: Page) => page.locator('tbody tr', { hasText: '@' }).first()

const untilSignIn = (page: Page, path: string) =>
  timed(async () => {
    await page.goto(path, { waitUntil: 'commit' })
    await signInButton(page).waitFor()
  })

const coldSignIn = async (browser: Browser, url: string) => {
  const { page, close } = await openSlowPage(browser, url)
  const time = await untilSignIn(page, '/signin')
  await close()
  return time
}

const turnPage = async (page: Page) => {
  const before = await firstRow(page).textContent()
  await page.getByRole('button', { name: 'Go to next page' }).click()
  await page.waitForFunction(text => document.querySelector('tbody tr')?.textContent !== text, before)
}

/** From a protected address: sign-in shows, the list's first row after it, then the next page. */
const coldVisit = async (browser: Browser, url: string): Promise<Sample> => {
  const { page, close, scriptBytes } = await openSlowPage(browser, url)
  const protectedTime = await untilSignIn(page, listPath)
  const signInKb = scriptBytes() / 1000
  // As a quick typist would: what the panel fetches meanwhile is part of how it feels.
  await page.getByLabel(/^E-?mail/).pressSequentially('root@demo.example', { delay: 60 })
  await page.getByLabel('Password', { exact: true }).pressSequentially(demoPassword, { delay: 60 })
  const firstRowTime = await timed(async () => {
    await signInButton(page).click()
    await firstRow(page).waitFor()
  })
  const listKb = scriptBytes() / 1000
  const nextPage = await timed(() => turnPage(page))
  await close()
  return { protected: protectedTime, firstRow: firstRowTime, nextPage, signInKb, listKb }
}

function* sizeRows(): Generator<Row> {
  const sum = signInSizes('dist').reduce((total, { size }) => total + size, 0) / 1000
  const chunks = Object.values(readManifest('dist')).filter(({ file }) => file.endsWith('.js')).length
  yield { what: 'JavaScript of sign-in, gzip', value: sum, unit: 'kB', most: 150 }
  yield { what: 'chunks of JavaScript', value: chunks, unit: '' }
}

const repeated = async <T>(work: () => Promise<T>) => {
  const results: T[] = []
  for (let round = 0; round < rounds; round += 1) results.push(await work())
  return results
}

async function* visitRows(browser: Browser, url: string): AsyncGenerator<Row> {
  const signIns = await repeated(() => coldSignIn(browser, url))
  const visits = await repeated(() => coldVisit(browser, url))
  const of = (key: keyof Sample) => median(visits.map(visit => visit[key]))
  yield { what: 'cold, /signin: form visible', value: median(signIns), unit: 'ms' }
  yield { what: 'cold, protected address: form visible', value: of('protected'), unit: 'ms' }
  yield { what: 'sign-in clicked: first row of a list visible', value: of('firstRow'), unit: 'ms' }
  yield { what: 'next page of the list', value: of('nextPage'), unit: 'ms' }
  yield { what: 'JavaScript on the line until sign-in shows', value: of('signInKb'), unit: 'kB' }
  yield { what: 'JavaScript on the line until the first row', value: of('listKb'), unit: 'kB', most: 380 }
}

/** What staff wait for: sizes, and times at 4× CPU throttling, 9 Mbit/s and 85 ms; medians of 3. */
export async function* bundle(): AsyncGenerator<Row> {
  if (!(await ensurePanel('onpremise'))) throw new Error('The panel could not be built.')
  yield* sizeRows()
  const server = await startServer({ demo: true, database: 'pglite' })
  const browser = await launchBrowser()
  yield* visitRows(browser, server.url)
  await browser.close()
  await server.stop()
}
