import type { Locator } from 'playwright'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Panel, startPanel } from '../support/browser/panel'

let panel: Panel
beforeAll(async () => {
  panel = await startPanel()
})
afterAll(() => panel.stop())

const forced = { forcedColors: 'active' } as const

const backgroundOf = (item: Locator) => item.evaluate(element => getComputedStyle(element).backgroundColor)

describe('forced colours', () => {
  it('selected tabs, pages, menu items and toggles differ from the others in forced colours', async () => {
    const { page } = await panel.openAs('root', '/medias', forced)
    await page.getByText('1-10 of').waitFor()
    const tab = (selected: boolean) => page.getByRole('tab', { selected }).first()
    expect(await backgroundOf(tab(true))).not.toBe(await backgroundOf(tab(false)))
    // The tab’s text and count have the system colour that belongs to the background.
    const pair = await page.evaluate(() => {
      const probe = document.body.appendChild(document.createElement('p'))
      probe.style.cssText = 'forced-color-adjust: none; color: HighlightText; background: Highlight'
      const { color, backgroundColor } = getComputedStyle(probe)
      probe.remove()
      return [color, backgroundColor]
    })
    const coloursOf = (item: Locator) =>
      item.evaluate(element => [getComputedStyle(element).color, getComputedStyle(element).backgroundColor])
    expect(await coloursOf(tab(true))).toEqual(pair)
    expect((await coloursOf(tab(true).locator('span').first()))[0]).toBe(pair[0])
    const pageOne = page.locator('.MuiPaginationItem-page.Mui-selected')
    const pageTwo = page.locator('.MuiPaginationItem-page:not(.Mui-selected)').first()
    expect(await backgroundOf(pageOne)).not.toBe(await backgroundOf(pageTwo))
    const [here, elsewhere] = ['Medias', 'Companies'].map(name =>
      page.getByRole('link', { name, exact: true }),
    )
    if (!here || !elsewhere) throw new Error('The menu has no such entries')
    expect(await backgroundOf(here)).not.toBe(await backgroundOf(elsewhere))
    await page.goto('/medias#grid')
    const toggle = (pressed: boolean) => page.getByRole('button', { pressed }).first()
    await toggle(true).waitFor()
    expect(await backgroundOf(toggle(true))).not.toBe(await backgroundOf(toggle(false)))
  })

  it('a switch shows its state and a focus ring in forced colours', async () => {
    const { page } = await panel.openAs('root', '/user/record', forced)
    const choice = page.getByRole('switch', { name: 'Shortcuts of a single key' })
    await choice.waitFor()
    const track = choice.locator('xpath=../following-sibling::span')
    const on = await backgroundOf(track)
    await choice.click()
    await expect.poll(() => backgroundOf(track)).not.toBe(on)
    await page.keyboard.press('Tab')
    await page.keyboard.press('Shift+Tab')
    expect(await track.evaluate(element => getComputedStyle(element).outlineStyle)).toBe('solid')
    await choice.click()
  })
})
