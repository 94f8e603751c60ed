import type { Page } from 'playwright'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { fileChooser } from '../support/browser/file-chooser'
import { type Panel, startPanel } from '../support/browser/panel'
import { seriousFaults } from '../support/browser/serious-faults'
import { pressOn, reach } from '../support/browser/tab-to'
import { long } from '../support/process/long'

let panel: Panel
beforeAll(async () => {
  panel = await startPanel()
})
afterAll(() => panel.stop())

const photo = async (background: string) => ({
  name: 'me.jpg',
  mimeType: 'image/jpeg',
  buffer: await sharp({ create: { width: 900, height: 600, channels: 3, background } })
    .jpeg()
    .toBuffer(),
})

/** The panel looks whether an upload that it sent is still there: the record has it. */
const usedUp = [/status of 404 .*parse\/files/]

const inMenu = (page: Page) => page.getByRole('navigation', { name: 'Main menu' }).locator('.avatar')
const isLoaded = (page: Page, selector: string) =>
  page.waitForFunction(
    path => [...document.querySelectorAll<HTMLImageElement>(path)].some(each => each.naturalWidth > 0),
    selector,
  )
const save = async (page: Page) => {
  await page.getByRole('button', { name: 'Save' }).first().click()
  const toast = page.getByText('Your settings are saved')
  await toast.waitFor()
  await toast.waitFor({ state: 'detached' })
}

describe('the picture of a user', () => {
  it(
    'a user sets a picture by clicking, sees it in the menu and in the list, and removes it',
    long,
    async () => {
      const { page } = await panel.openAs('manager', '/user/record', { provoked: usedUp })
      await page.getByText('Identity').waitFor()
      expect(await inMenu(page).textContent()).toBe('MM')
      const chooser = await fileChooser(page, () => page.getByText('Choose a picture').click())
      await chooser.setFiles(await photo('#cc5500'))
      await page.getByText('Choose another picture').waitFor()
      await page.getByRole('button', { name: 'Remove' }).waitFor()
      expect(await seriousFaults(page)).toEqual([])
      await save(page)
      await isLoaded(page, 'nav .avatar img')

      const { page: list } = await panel.openAs('admin', '/user')
      const row = list.getByRole('row').filter({ hasText: 'manager@demo.example' })
      await row.waitFor()
      await row.locator('.avatar img').waitFor()
      await isLoaded(list, 'tr .avatar img')
      const heights = await list
        .locator('tbody tr')
        .evaluateAll(all => all.map(each => Math.round(each.getBoundingClientRect().height)))
      expect(Math.max(...heights) - Math.min(...heights)).toBeLessThanOrEqual(1)
      expect(await seriousFaults(list)).toEqual([])

      await page.getByRole('button', { name: 'Remove' }).click()
      await save(page)
      await page.waitForFunction(() => document.querySelector('nav .avatar')?.textContent === 'MM')
    },
  )

  it('a picture is chosen, saved and removed by keyboard alone', async () => {
    const { page } = await panel.openAs('root', '/user/record', { provoked: usedUp })
    const input = page.getByLabel('Picture')
    await input.waitFor({ state: 'attached' })
    await reach(input)
    const chooser = await fileChooser(page, () => page.keyboard.press('Enter'))
    await chooser.setFiles(await photo('#0055cc'))
    await page.locator('main .avatar img[src^="blob:"]').waitFor()
    const remove = page.getByRole('button', { name: 'Remove' })
    await remove.waitFor()
    await pressOn(page.getByRole('button', { name: 'Save' }).first())
    await isLoaded(page, 'nav .avatar img')
    await pressOn(remove)
    await remove.waitFor({ state: 'detached' })
    expect(await input.evaluate(element => element === document.activeElement)).toBe(true)
  })
})

describe('the logo of a company', () => {
  it('an administrator sets the logo on the company’s form, and its heading shows it', async () => {
    await panel.speak('admin2', 'en')
    const { page } = await panel.openAs('admin2', '/mycompany')
    await page.getByLabel('Logo').waitFor({ state: 'attached' })
    const before = await page.locator('main .avatar.square img').first().getAttribute('src')
    await page.getByLabel('Logo').setInputFiles(await photo('#228833'))
    await page.locator('main .avatar img[src^="blob:"]').waitFor()
    await page.getByRole('button', { name: 'Save' }).first().click()
    await page.waitForFunction(
      old => document.querySelector('main .avatar.square img')?.getAttribute('src') !== old,
      before,
    )
    await isLoaded(page, 'main .avatar.square img')
  })
})
