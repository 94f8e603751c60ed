import type { Page } from 'playwright'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { roles } from '~/model/grants'
import { type Panel, startPanel } from '../support/browser/panel'
import { fill, type Places, placesOf, redirections, routeTable } from '../support/browser/route-table'
import { goInside, settled } from '../support/browser/screens'
import { long } from '../support/process/long'

let panel: Panel
let places: Places
beforeAll(async () => {
  panel = await startPanel()
  for (const role of roles) await panel.speak(role, 'en')
  places = await placesOf(await panel.person('root'))
})
afterAll(() => panel.stop())

/** The page shows that access is denied or that the record does not exist for the role. */
const isRefused = (page: Page) =>
  page
    .getByRole('alert')
    .getByText(/Access denied|does not exist, or you do not have access/)
    .first()
    .isVisible()
const pathOf = (page: Page) => new URL(page.url()).pathname + new URL(page.url()).hash

describe('all routes', () => {
  it('every route opens its own screen, title and tab when its URL is loaded', long, async () => {
    const { page } = await panel.openAs('root', '/home')
    const wrong: string[] = []
    for (const [path, hashes, opened] of routeTable)
      for (const hash of hashes.length > 0 ? hashes.map(each => `#${each}`) : ['']) {
        const address = fill(path, places) + hash
        if (hash === '' || hash === `#${hashes[0]}`) {
          await page.goto(panel.server.url + address)
          await settled(page)
        } else await goInside(page, address)
        const heading = await page.getByRole('heading', { level: 1 }).first().innerText()
        const title = await page.title()
        // The heading of the home page is a greeting.
        if (title !== `${path === '/home' ? 'Home' : heading} — vecto admin`)
          wrong.push(`${address}: “${title}” over “${heading}”`)
        if (heading === 'Page not found') wrong.push(`${address} is not there`)
        if ((await isRefused(page)) === opened.includes('root'))
          wrong.push(`${address}: refused to root, or not`)
        if (hash === '') continue
        const selected = await page.getByRole('tab', { selected: true }).first().getAttribute('id')
        if (selected !== `tab-${hash.slice(1)}`) wrong.push(`${address} opens the tab ${selected}`)
      }
    expect(wrong).toEqual([])
  })

  it('alias routes redirect to their target', async () => {
    const { page } = await panel.openAs('root', '/home')
    for (const [from, to] of redirections) {
      await page.goto(from)
      await page.waitForURL(`**${to}`)
      expect(pathOf(page)).toBe(to)
    }
  })

  it.each(roles.filter(role => role !== 'root'))(
    'every route is open or refused to %s as the route table states',
    long,
    async role => {
      const { page } = await panel.openAs(role, '/home', { provoked: [/status of 40[34]/] })
      await settled(page)
      const found: Record<string, boolean> = {}
      for (const [path] of routeTable) {
        await goInside(page, fill(path, places))
        found[path] = !(await isRefused(page))
      }
      const expected = routeTable.map(([path, , opened]) => [path, opened.includes(role)])
      // Published downloads are open to every role; this one is not published.
      expect(found).toEqual({ ...Object.fromEntries(expected), '/downloads/show/:download': false })
    },
  )
})

describe('unknown routes', () => {
  it.each([
    ['/company/groups/users.abc', '“users.abc” is not a company path'],
    ['/company/companies.abc.def/group/create', '“companies.abc.def” is not a company path'],
    ['/company/groups/nothing', 'Couldn’t get company data'],
    ['/environments/show/nothing', 'does not exist'],
    ['/nowhere', 'Page not found'],
  ])('the unknown route %s shows an error', async (path, text) => {
    const { page } = await panel.openAs('root', path, { provoked: [/status of 404/] })
    await page
      .getByText(new RegExp(text.replace('’', '.')))
      .first()
      .waitFor()
  })
})
