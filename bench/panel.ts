import { join } from 'node:path'
import type { Browser, Locator, Page } from 'playwright'
import { readManifest, signInSizes } from '~/scripts/budgets'
import { ensurePanel } from '~/scripts/builds'
import { runPackage } from '~/scripts/run'
import { launchBrowser } from '~/tests/support/browser/browser'
import { demoPassword, startServer } from '~/tests/support/server/test-server'
import { median } from './load'
import { hostPanel } from './panel-host'
import type { Row } from './report'
import { openSlowPage } from './slow-page'

const rounds = 5
/** Reading time before a click, in milliseconds. */
const READING = 3000
const stockFolder = '.cache/stock-panel'

/** A panel with a list of users after sign-in. */
type Subject = {
  readonly name: 'ours' | 'stock' | 'other'
  readonly url: string
  readonly signIn: string
  readonly login: string
}

/** A subject with what serves it. */
type Hosted = {
  readonly subject: Subject
  readonly backend: string
  readonly stop: () => readonly (Promise<void> | void)[]
}

const figures = [
  'signIn',
  'typedRow',
  'typedRowPaint',
  'filledRow',
  'filledRowPaint',
  'pageAtOnce',
  'pageAtOncePaint',
  'nextPage',
  'nextPagePaint',
  'sortPaint',
  'openPaint',
  'backPaint',
  'signInKb',
  'listKb',
] as const
type Figure = (typeof figures)[number]
type Sample = Readonly<Record<Figure, number>>

const timed = async (work: () => Promise<unknown>) => {
  const start = performance.now()
  await work()
  return performance.now() - start
}

const signInButton = (page: Page) => page.getByRole('button', { name: 'Sign in', exact: true })
/** The first row with an e-mail address: placeholder rows of a loading list do not count. */
const firstRow = (page: Page) => page.locator('tbody tr', { hasText: '@' }).first()

/** The two clocks of a step, in milliseconds: Playwright's, and the page's from the click to the frame that shows its result. */
type Clocks = { readonly test: number; readonly paint: number }

/** What a step's result is recognized by, in the page. */
type Result =
  /** The first row of a list of people. */
  | 'rows'
  /** Another first row than before. */
  | 'otherRows'
  /** The page of the record in the first row: the row is gone, and its e-mail address is shown. */
  | 'record'

/** Runs in the page: resolves with the time from the click, or from the call without one, to the frame of the result. */
const untilPainted = ({ result, isClick }: { result: Result; isClick: boolean }) =>
  new Promise<number>(resolve => {
    const row = () => document.querySelector('tbody tr')
    const before = { row: row(), text: row()?.textContent ?? '' }
    // Not in the text of the row: the initials of the avatar stand before the address.
    const nodes = document.createTreeWalker(row() ?? document, NodeFilter.SHOW_TEXT)
    let email = '@'
    while (email === '@' && nodes.nextNode())
      email = /^[\w.-]+@[\w.-]+\.example$/.exec(nodes.currentNode.textContent ?? '')?.[0] ?? '@'
    const isThere = {
      rows: () => row()?.textContent?.includes('@') === true,
      otherRows: () => row()?.textContent?.includes('@') === true && row()?.textContent !== before.text,
      record: () => before.row?.isConnected === false && document.body.textContent?.includes(email) === true,
    }[result]
    let begun = isClick ? 0 : performance.now()
    if (isClick)
      addEventListener('click', ({ timeStamp }) => (begun = timeStamp), { capture: true, once: true })
    const shown = new MutationObserver(() => {
      if (!begun || !isThere()) return
      shown.disconnect()
      const { port1, port2 } = new MessageChannel()
      port1.onmessage = () => resolve(performance.now() - begun)
      requestAnimationFrame(() => port2.postMessage('painted'))
    })
    shown.observe(document, { childList: true, subtree: true, characterData: true })
    if (!isClick) history.back()
  })

const timeToPaint = (page: Page, result: Result, isClick: boolean) =>
  page.evaluate(untilPainted, { result, isClick })

/**
 * Both clocks of a click: Playwright locates the button and waits until it is stable before it clicks, with scripts on the
 * same throttled CPU.
 */
const clicked = async (page: Page, target: Locator, result: Result): Promise<Clocks> => {
  const painted = timeToPaint(page, result, true)
  let paint = 0
  const test = await timed(async () => {
    await target.click()
    paint = await painted
  })
  return { test, paint }
}

const nextButton = (page: Page) => page.getByRole('button', { name: 'Go to next page' })
/** The heading of a column by which the list is not sorted yet. */
const otherColumn = (page: Page) => page.locator('thead .MuiTableSortLabel-root:not(.Mui-active)').first()

/** Types at the speed of a fast typist, during which the panel can prefetch. */
const type = async (page: Page, login: string) => {
  await page.getByLabel(login).pressSequentially('root@demo.example', { delay: 60 })
  await page.getByLabel(/^Password/).pressSequentially(demoPassword, { delay: 60 })
}

/** Fills in the form in one step, like a password manager. */
const fill = async (page: Page, login: string) => {
  await page.getByLabel(login).fill('root@demo.example')
  await page.getByLabel(/^Password/).fill(demoPassword)
}

/** A cold visit: time to the sign-in form, from its submission to the first row of the list, and to the next pages. */
const visit = async (browser: Browser, { url, signIn, login }: Subject, enter: typeof fill) => {
  const { page, close, scriptBytes } = await openSlowPage(browser, url)
  const shown = await timed(async () => {
    await page.goto(signIn, { waitUntil: 'commit' })
    await signInButton(page).waitFor()
  })
  const signInKb = scriptBytes() / 1000
  await enter(page, login)
  const row = await clicked(page, signInButton(page), 'rows')
  const listKb = scriptBytes() / 1000
  const atOnce = await clicked(page, nextButton(page), 'otherRows')
  const afterReading = async (work: () => Promise<Clocks>) => {
    await page.waitForTimeout(READING)
    return work()
  }
  const next = await afterReading(() => clicked(page, nextButton(page), 'otherRows'))
  const sorted = await afterReading(() => clicked(page, otherColumn(page), 'otherRows'))
  const opened = await afterReading(() => clicked(page, firstRow(page).locator('td').nth(1), 'record'))
  await page.waitForTimeout(READING)
  const backPaint = await timeToPaint(page, 'rows', false)
  await close()
  return {
    row,
    rest: {
      ...{ signIn: shown, signInKb, listKb, backPaint },
      ...{ pageAtOnce: atOnce.test, pageAtOncePaint: atOnce.paint },
      ...{ nextPage: next.test, nextPagePaint: next.paint },
      ...{ sortPaint: sorted.paint, openPaint: opened.paint },
    },
  }
}

const sampleOf = async (browser: Browser, subject: Subject): Promise<Sample> => {
  const typed = await visit(browser, subject, type)
  const filled = await visit(browser, subject, fill)
  return {
    ...filled.rest,
    ...{ typedRow: typed.row.test, typedRowPaint: typed.row.paint },
    ...{ filledRow: filled.row.test, filledRowPaint: filled.row.paint },
  }
}

const words: Readonly<Record<Figure, readonly [what: string, unit: string, most?: number]>> = {
  signIn: ['cold: sign-in visible', 'ms', 1200],
  typedRow: ['sign-in clicked, typed: first row', 'ms', 1200],
  typedRowPaint: ['the same, from the click to the paint', 'ms'],
  filledRow: ['sign-in clicked, filled at once: first row', 'ms'],
  filledRowPaint: ['the same, from the click to the paint', 'ms'],
  pageAtOnce: ['next page, clicked as the first row shows', 'ms'],
  pageAtOncePaint: ['the same, from the click to the paint', 'ms'],
  nextPage: ['next page, once the rows were looked at', 'ms'],
  nextPagePaint: ['the same, from the click to the paint', 'ms', 250],
  sortPaint: ['sort, from the click to the paint', 'ms'],
  openPaint: ['open a record, from the click to the paint', 'ms'],
  backPaint: ['back to the list, until the paint', 'ms'],
  signInKb: ['JavaScript until sign-in shows', 'kB', 150],
  listKb: ['JavaScript until the first row', 'kB', 380],
}

function* sizeRows(): Generator<Row> {
  const sum = signInSizes('dist').reduce((total, { size }) => total + size, 0) / 1000
  const chunks = Object.values(readManifest('dist')).filter(({ file }) => file.endsWith('.js')).length
  yield { what: 'JavaScript of sign-in, gzip', value: sum, unit: 'kB', most: 150 }
  yield { what: 'chunks of JavaScript', value: chunks, unit: '' }
}

const buildStock = async () =>
  (await runPackage('vite/bin/vite.js', [
    'build',
    'bench/stock-panel',
    '--config',
    'bench/stock-panel/vite.config.ts',
    '--outDir',
    `${process.cwd()}/${stockFolder}`,
    '--emptyOutDir',
  ])) === 0

/** The panel must be faster than a stock react-admin app in each figure; targets from docs/architecture.md. */
function* compared(samples: Readonly<Record<Subject['name'], readonly Sample[]>>): Generator<Row> {
  for (const figure of figures) {
    const [what, unit, most = Number.POSITIVE_INFINITY] = words[figure]
    const of = (name: Subject['name']) => median(samples[name].map(sample => sample[figure]))
    yield { what: `stock react-admin, ${what}`, value: of('stock'), unit }
    if (samples.other.length) yield { what: `the other checkout, ${what}`, value: of('other'), unit }
    yield { what: `ours, ${what}`, value: of('ours'), unit, most: Math.min(most, of('stock')) }
  }
}

/** A panel on a server of its own, with demo data. */
const ourPanel = async (name: Subject['name'], installation = ''): Promise<Hosted> => {
  const server = await startServer({
    demo: true,
    database: 'pglite',
    installation,
    env: { TRUST_PROXY: '1' },
  })
  const host = await hostPanel(join(installation, 'dist'), server.url)
  const subject: Subject = { name, url: host.url, signIn: '/signin?redirect=%2Fuser', login: 'E-mail' }
  return { subject, backend: server.url, stop: () => [host.stop(), server.stop()] }
}

const stockPanel = async (backend: string): Promise<Hosted> => {
  const host = await hostPanel(stockFolder, backend)
  const subject: Subject = { name: 'stock', url: host.url, signIn: '/#/login', login: 'Username' }
  return { subject, backend, stop: () => [host.stop()] }
}

/**
 * Waiting times, compared with a stock react-admin app: 4× CPU throttling, 9 Mbit/s, 85 ms; medians of 5 rounds.
 * `BENCH_OTHER` names the folder of another checkout whose server and panel are built: it is measured in the same rounds.
 */
export async function* panel(): AsyncGenerator<Row> {
  if (!(await ensurePanel('onpremise')) || !(await buildStock()))
    throw new Error('A panel could not be built.')
  yield* sizeRows()
  const ours = await ourPanel('ours')
  const hosted = [ours, await stockPanel(ours.backend)]
  const other = process.env.BENCH_OTHER
  if (other) hosted.push(await ourPanel('other', other))
  const browser = await launchBrowser({ optimizing: true })
  const samples: Record<Subject['name'], Sample[]> = { ours: [], stock: [], other: [] }
  for (let round = 0; round < rounds; round += 1)
    for (const { subject } of hosted) samples[subject.name].push(await sampleOf(browser, subject))
  yield* compared(samples)
  await browser.close()
  for (const { stop } of hosted) await Promise.all(stop())
}
