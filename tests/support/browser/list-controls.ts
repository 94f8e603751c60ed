import type { Locator, Page } from 'playwright'
import { type KnownLanguage, panelText } from './panel-texts'
import { pressOn } from './tab-to'

/** Opens the menu of actions of a row or card. @returns the menu */
export const openRowMenu = async (row: Locator) => {
  await row.getByRole('button', { name: /^More actions/ }).click()
  return row.page().getByRole('menu')
}

/** Chooses an action in the menu of a row or card. */
export const chooseRowAction = async (row: Locator, name: string | RegExp) =>
  (await openRowMenu(row)).getByRole('menuitem', { name }).click()

/** The button of the menu of actions on the record of the screen. */
export const recordMenu = (page: Page) =>
  page.getByRole('heading', { level: 1 }).locator('..').locator('button[aria-haspopup=menu]')

/** Chooses an action in the menu on the record of the screen. */
export const chooseAction = async (page: Page, name: string | RegExp) => {
  await recordMenu(page).click()
  await page.getByRole('menu').getByRole('menuitem', { name }).click()
}

/** Chooses an action in the menu on the record of the screen, by keyboard. */
export const pressAction = async (page: Page, name: string | RegExp) => {
  await pressOn(recordMenu(page))
  await pressOn(page.getByRole('menu').getByRole('menuitem', { name }))
}

/** Opens the menu with the tools of a list by keyboard, which it has on a phone. */
export const pressListTools = async (page: Page, lang: KnownLanguage) => {
  if ((page.viewportSize()?.width ?? 0) < 700)
    await pressOn(page.getByRole('button', { name: panelText(lang, 'admin.list.tools') }))
}

/** The first row of the list. */
export const firstRow = (page: Page) => page.getByRole('row').nth(1)

/** Adds a filter to the search form of a list. @returns the search form */
export const addFilter = async (page: Page, name: string) => {
  const search = page.getByRole('search')
  await search.getByRole('button', { name: 'Filter' }).click()
  await page.getByRole('menuitem', { name, exact: true }).click()
  return search
}
