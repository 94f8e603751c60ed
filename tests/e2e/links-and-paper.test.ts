import type { Locator } from 'playwright'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Panel, startPanel } from '../support/browser/panel'

let panel: Panel
beforeAll(async () => {
  panel = await startPanel()
})
afterAll(() => panel.stop())

describe('list rows', () => {
  it.each([
    ['Ctrl', { modifiers: ['Control'] }],
    ['the middle button', { button: 'middle' }],
  ] satisfies [string, Parameters<Locator['click']>[0]][])(
    'a click with %s on a row opens its record in a new tab',
    async (_, how) => {
      const { page, context } = await panel.openAs('root', '/company')
      await page.getByText('1-10 of').waitFor()
      const cell = page.locator('tbody tr').first().locator('td').nth(2)
      // The click handler is loaded after the rows.
      await page.locator('tbody [data-stop]').first().waitFor()
      const [tab] = await Promise.all([context.waitForEvent('page'), cell.click({ ...how })])
      await tab.getByRole('tab', { name: 'Details' }).waitFor()
      expect(new URL(page.url()).pathname).toBe('/company')
      expect(await page.getByText('1-10 of').isVisible()).toBe(true)
      await tab.close()
    },
  )
})

describe('printed lists', () => {
  it('a printed list has no menu and no buttons, and shows full dates', async () => {
    const { page } = await panel.openAs('root', '/users', { colorScheme: 'dark' })
    await page.getByText('1-10 of').waitFor()
    await page.emulateMedia({ media: 'print', colorScheme: 'dark' })
    for (const hidden of ['header', 'nav', '[role=search]', 'td.buttons', 'button.MuiIconButton-root'])
      for (const each of await page.locator(hidden).all()) expect(await each.isVisible()).toBe(false)
    const date = page.locator('td [data-printed]').first()
    const { printed, size, colour } = await date.evaluate(element => ({
      printed: getComputedStyle(element, '::after').content,
      size: getComputedStyle(element).fontSize,
      colour: getComputedStyle(element).color,
    }))
    expect(printed).toMatch(/^"\d{1,2} \w+ \d{4}, \d\d:\d\d"$/)
    expect([size, colour]).toEqual(['0px', 'rgb(0, 0, 0)'])
    expect(await page.locator('tbody tr').first().isVisible()).toBe(true)
    await page.emulateMedia({ media: 'screen' })
  })
})
