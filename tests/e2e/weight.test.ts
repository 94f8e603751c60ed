import { existsSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { signIn } from '../support/browser/browser'
import { emailOf, type Panel, startPanel } from '../support/browser/panel'
import { demoPassword } from '../support/server/test-server'

let panel: Panel
beforeAll(async () => {
  panel = await startPanel()
})
afterAll(() => panel.stop())

/** Bytes of JavaScript after gzip; docs/architecture.md documents where the number comes from. */
const budget = 380_000

/** Size of the file compressed by the build, which leaves small files uncompressed. */
const gzipSize = (path: string) => {
  const file = join('dist', path)
  return statSync(existsSync(`${file}.gz`) ? `${file}.gz` : file).size
}

/** Runs in the page: marks the time at which the first rows are displayed. */
const noteFirstRows = () => {
  new MutationObserver((_, observer) => {
    if (!document.querySelector('tbody tr td a')) return
    performance.mark('rows')
    observer.disconnect()
  }).observe(document, { childList: true, subtree: true })
}

/** Runs in the page: the scripts requested before that time. */
const scriptsBeforeRows = () => {
  const rows = performance.getEntriesByName('rows')[0]?.startTime ?? Number.POSITIVE_INFINITY
  return performance
    .getEntriesByType('resource')
    .filter(({ name, startTime }) => name.endsWith('.js') && startTime <= rows)
    .map(({ name }) => new URL(name).pathname)
}

it(`a cold start loads at most ${budget / 1000} kB of scripts before the first list`, async () => {
  const { page } = await panel.openSignedOut('about:blank')
  await page.addInitScript(noteFirstRows)
  await page.goto('/company')
  await page.getByRole('heading', { name: 'Sign in' }).waitFor()
  await signIn(page, emailOf('root'), demoPassword)
  await page.getByText('1-10 of').waitFor()
  const fetched = (await page.evaluate(scriptsBeforeRows)).map(path => ({ path, size: gzipSize(path) }))
  const total = fetched.reduce((sum, { size }) => sum + size, 0)
  const told = fetched.map(({ path, size }) => `${size} ${path}`).join('\n')
  expect(fetched.length).toBeGreaterThan(2)
  expect(total, told).toBeLessThanOrEqual(budget)
})
