import type { Page } from 'playwright'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { emailOf, type Panel, startPanel } from '../support/browser/panel'
import { tabTo } from '../support/browser/tab-to'
import { long } from '../support/process/long'
import { demoPassword } from '../support/server/test-server'

let panel: Panel
beforeAll(async () => {
  panel = await startPanel()
})
afterAll(() => panel.stop())

const focused = (page: Page) => page.locator(':focus')

describe('keyboard navigation', () => {
  it('the keyboard signs in, filters a list, opens a record, edits and saves it', async () => {
    const { page } = await panel.openSignedOut('/home')
    await page.getByRole('heading', { name: 'Sign in' }).waitFor()
    await page.keyboard.type(emailOf('root'))
    await page.keyboard.press('Tab')
    await page.keyboard.type(demoPassword)
    await page.keyboard.press('Enter')
    await page.getByRole('heading', { name: 'Hello Ada' }).waitFor()

    await tabTo(page, /link "Companies"/)
    await page.keyboard.press('Enter')
    await page.getByText('1-10 of').waitFor()
    await page.keyboard.press('/')
    await page.keyboard.type('jardins')
    await page.getByText('1-1 of 1').waitFor()
    await tabTo(page, /link "Jardins/)
    await page.keyboard.press('Enter')
    await page.getByRole('tab', { name: 'Details' }).waitFor()

    await tabTo(page, /link "Edit"/)
    await page.keyboard.press('Enter')
    await page.getByRole('button', { name: 'Save' }).waitFor()
    await tabTo(page, /textbox "Name/)
    await page.keyboard.press('End')
    await page.keyboard.type(' et bassins')
    await tabTo(page, /button "Save"/)
    await page.keyboard.press('Enter')
    await page.getByRole('heading', { name: 'Jardins Suspendus et bassins' }).first().waitFor()
    await page.getByText('Company saved').waitFor()
  })

  it(
    'the keyboard filters, sorts and pages a list, opens a record from its row and goes back',
    long,
    async () => {
      const { page } = await panel.openAs('root', '/medias')
      await page.getByText('1-10 of').waitFor()
      await page.keyboard.press('/')
      await page.keyboard.type('a')
      await page.waitForURL('**/medias?name=a')
      await tabTo(page, /button "Sort by name/)
      await page.keyboard.press('Enter')
      await page.waitForURL('**/medias?name=a&sort=name')
      await page.locator('th[aria-sort=ascending]', { hasText: 'Name' }).waitFor()
      await tabTo(page, /textbox "Go to page/)
      await page.keyboard.type('2')
      await page.keyboard.press('Enter')
      await page.getByText(/^11-20 of/).waitFor()
      await page.getByRole('table', { name: 'Medias: Completed' }).getByRole('link').first().focus()
      await page.keyboard.press('ArrowDown')
      await page.keyboard.press('End')
      expect(await focused(page).evaluate(item => item.closest('tr')?.rowIndex)).toBe(2)
      await page.keyboard.press('Tab')
      expect(await focused(page).evaluate(item => item.closest('tr')?.rowIndex)).toBe(3)
      await page.keyboard.press('Home')
      const row = await focused(page).evaluate(item => item.closest('tr')?.textContent)
      while (!/link "Edit/.test(await focused(page).ariaSnapshot())) await page.keyboard.press('ArrowRight')
      // The label next to the icon: a mouse user reads it from the title.
      expect(await focused(page).evaluate(item => getComputedStyle(item, '::after').content)).toBe('"Edit"')
      while (
        !/link "/.test(await focused(page).ariaSnapshot()) ||
        /link "Edit/.test(await focused(page).ariaSnapshot())
      )
        await page.keyboard.press('ArrowLeft')
      await page.keyboard.press('Enter')
      await page.getByRole('tab', { name: 'Details' }).waitFor()
      await page.goBack()
      await page.getByText(/^11-20 of/).waitFor()
      expect(new URL(page.url()).search).toBe('?name=a&sort=name&page=2')
      expect(await page.getByRole('row').nth(3).textContent()).toBe(row)
      await page.goBack()
      await page.getByText(/^1-10 of/).waitFor()
      expect(new URL(page.url()).search).toBe('?name=a&sort=name')
    },
  )

  it('arrow keys change tabs, and Escape closes a dialog and returns the focus', async () => {
    const { page } = await panel.openAs('root', '/medias')
    await page.getByText('1-10 of').waitFor()
    await page.getByRole('tab', { name: 'Completed' }).focus()
    await page.keyboard.press('ArrowRight')
    await page.keyboard.press('Enter')
    await page.waitForURL('**/medias#grid')
    await page.getByRole('tab', { name: 'Completed' }).press('Enter')
    const more = page.getByRole('button', { name: /^More actions/ }).first()
    await more.press('Enter')
    await page.getByRole('menuitem', { name: 'Show' }).waitFor()
    await page.keyboard.press('End')
    expect(await focused(page).textContent()).toBe('Delete')
    await page.keyboard.press('Enter')
    await page.getByRole('dialog').waitFor()
    await page.keyboard.press('Escape')
    await page.getByRole('dialog').waitFor({ state: 'hidden' })
    expect(await more.evaluate(button => button === document.activeElement)).toBe(true)
  })
})
