import { readFile } from 'node:fs/promises'
import type { Locator, Page } from 'playwright'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { signIn } from '../support/browser/browser'
import { emailOf, type Panel, startPanel } from '../support/browser/panel'
import { seriousFaults } from '../support/browser/serious-faults'
import { long } from '../support/process/long'
import { demoPassword } from '../support/server/test-server'

let panel: Panel
beforeAll(async () => {
  panel = await startPanel()
})
afterAll(() => panel.stop())

const pageSize = (page: Page) => page.getByRole('combobox', { name: 'Rows per page:' })
const headers = async (page: Page) => {
  await page.getByRole('row').nth(1).waitFor()
  return page.getByRole('columnheader').allTextContents()
}
const rowNamed = (page: Page, name: string) => page.getByRole('row', { name })

/** Sorts by name, shows 15 rows a page, filters names that begin with a, and opens the second page. */
const arrange = async (page: Page) => {
  await page.getByRole('search').getByLabel('Name').fill('a')
  await page.getByRole('button', { name: 'Clear the search' }).waitFor()
  await pageSize(page).click()
  await page.getByRole('option', { name: '15' }).click()
  await page.getByRole('columnheader', { name: 'Name' }).getByRole('button').click()
  await page.getByRole('button', { name: 'Sort by name descending' }).waitFor()
  await page.getByRole('button', { name: 'Go to page 2' }).click()
  await page.getByText(/^16-30 of/).waitFor()
}

const expectArranged = async (page: Page) => {
  await page.getByText(/^16-30 of/).waitFor()
  expect(await page.getByRole('search').getByLabel('Name').inputValue()).toBe('a')
  expect(await pageSize(page).textContent()).toBe('15')
  expect(await page.getByRole('button', { name: 'Sort by name descending' }).count()).toBe(1)
  expect(await page.getByRole('row').count()).toBe(16)
}

describe('resource lists', () => {
  it('a list keeps page, page size, sort and filter on return and after a reload', async () => {
    const { page } = await panel.openAs('root', '/medias')
    await arrange(page)
    await page.getByRole('link', { name: 'Home' }).click()
    await page.getByRole('heading', { name: 'Hello Ada' }).waitFor()
    await page.getByRole('navigation', { name: 'Main menu' }).getByRole('link', { name: 'Medias' }).click()
    await expectArranged(page)
    await page.reload()
    await expectArranged(page)
    await page.getByRole('row').nth(1).click()
    await page.getByRole('button', { name: 'Back' }).click()
    await expectArranged(page)
  })

  it('a list starts with the default sort of its resource and ten rows a page', async () => {
    const { page } = await panel.openAs('root', '/user')
    await page.getByText('1-10 of').waitFor()
    await page.getByRole('button', { name: 'Sort by e-mail descending' }).waitFor()
    await pageSize(page).click()
    expect(await page.getByRole('option').allTextContents()).toEqual(['10', '15', '20', '25', '30'])
    await page.keyboard.press('Escape')
    await page.goto('/company')
    await page.getByText('1-10 of').waitFor()
    await page.getByRole('button', { name: 'Sort by created ascending' }).waitFor()
  })

  it('a list requests a page with offset, batch, q, fsort and osort', async () => {
    const { page } = await panel.openAs('root', '/company')
    await page.getByText('1-10 of').waitFor()
    const asked = page.waitForRequest(/\/parse\/companies\?.*batch=10&.*osort=asc/)
    await page.getByRole('button', { name: 'Sort by name ascending' }).click()
    const request = await asked
    const { q, ...more } = Object.fromEntries(new URL(request.url()).searchParams)
    expect({ ...more, q: JSON.parse(q ?? '') }).toEqual({
      offset: '0',
      batch: '10',
      fsort: 'name',
      osort: 'asc',
      q: {},
    })
    const headers = await request.allHeaders()
    expect(headers.authorization).toMatch(/^Bearer r:/)
    expect(headers['x-client-id']).toMatch(/^[0-9a-f-]{36}$/)
  })

  it('a list requests its first page once and shows the prefetched response', async () => {
    const { page } = await panel.openAs('root', '/home')
    await page.getByRole('heading', { level: 1 }).first().waitFor()
    const asked: string[] = []
    page.on(
      'request',
      request => /\/users\?.*offset=0&batch=10&/.test(request.url()) && asked.push(request.url()),
    )
    await page.goto('/user')
    await page.getByText('1-10 of').waitFor()
    await page.getByRole('search').waitFor()
    expect(asked).toHaveLength(1)
  })

  it('an empty list shows a message and a button that clears the search', async () => {
    const { page } = await panel.openAs('root', '/company')
    await page.getByRole('search').getByLabel('Name').fill('zzz')
    await page.getByText('There is no data to display.').waitFor()
    await page.getByRole('status').getByRole('button', { name: 'Clear the search' }).click()
    await rowNamed(page, 'Atlas Automotive').waitFor()
  })

  it('the name filter matches prefixes and ignores accents and case', async () => {
    const { page } = await panel.openAs('root', '/company')
    await page.getByRole('search').getByLabel('Name').fill('metiers')
    await page.getByText('1-1 of 1').waitFor()
    await rowNamed(page, 'École des Métiers').waitFor()
  })
})

describe('list columns', () => {
  const drag = async (page: Page, from: Locator, to: Locator) => {
    const [start, end] = [await from.boundingBox(), await to.boundingBox()]
    if (!start || !end) throw new Error('nothing to drag')
    await page.mouse.move(start.x + 60, start.y + start.height / 2)
    await page.mouse.down()
    await page.mouse.move(end.x + 60, end.y + end.height / 2, { steps: 8 })
    await page.mouse.move(end.x + 60, end.y + end.height / 2 - 2, { steps: 3 })
    await page.mouse.up()
  }

  const choose = async (page: Page) => {
    await page.getByRole('button', { name: 'Columns' }).click()
    const column = (name: string) =>
      page.getByRole('option').filter({ has: page.getByText(name, { exact: true }) })
    await column('Video quota').getByRole('switch').click()
    await drag(page, column('Partner'), column('Name'))
    await page.keyboard.press('Escape')
  }

  it('hidden and reordered columns persist across a reload and another sign-in', long, async () => {
    const { page } = await panel.openSignedOut('/company')
    await signIn(page, emailOf('root'), demoPassword)
    expect(await headers(page)).toContain('Video quota')
    await choose(page)
    const chosen = await headers(page)
    expect(chosen).not.toContain('Video quota')
    expect(chosen.indexOf('Partner')).toBeLessThan(chosen.indexOf('Name'))
    await page.reload()
    expect(await headers(page)).toEqual(chosen)
    await page.getByRole('button', { name: 'Sign out' }).click()
    await signIn(page, emailOf('root'), demoPassword)
    await page.goto('/company')
    expect(await headers(page)).toEqual(chosen)
  })
})

const lists = ['company', 'user', 'video360', 'video3d', 'medias', 'sessions', 'environments']

const widths = [1024, 1280, 1440]

/** Width of the table that overflows its container, in pixels. */
const excessOf = (table: Locator) => () =>
  table.evaluate(({ parentElement: at }) => (at ? at.scrollWidth - at.clientWidth : NaN))

const noteOf = (page: Page) => page.getByRole('button', { name: /do(es)? not fit: show all$/ })

/** Waits until the columns and the overflow note are stable: both change after the viewport is resized. */
const steady = async (page: Page) => {
  let before: unknown
  const isSteady = async () => {
    const now = `${await page.getByRole('columnheader').allInnerTexts()} ${await noteOf(page).allInnerTexts()}`
    const same = now === before
    before = now
    return same
  }
  await expect.poll(isSteady, { interval: 150 }).toBe(true)
}

/** Where columns do not fit, a note offers to show them all, and a button fits them to the page again. */
const showAll = async (page: Page) => {
  const more = noteOf(page)
  if (!(await more.count())) return
  const table = page.getByRole('table')
  const excess = excessOf(table)
  const fitting = await page.getByRole('columnheader').count()
  await more.click()
  await expect.poll(excess).toBeGreaterThan(0)
  expect(await page.getByRole('columnheader').count()).toBeGreaterThan(fitting)
  // Marked in the next frame.
  await expect.poll(() => table.getAttribute('class')).toContain('goes-on')
  await page.getByRole('button', { name: 'Fit the columns to the page' }).click()
  await expect.poll(excess).toBe(0)
}

it.each(lists)(
  'the list at /%s shows whole columns at any width, is accessible and offers the hidden columns',
  async path => {
    const { page } = await panel.openAs('root', `/${path}`)
    await page.getByRole('row').nth(2).waitFor()
    for (const width of widths) {
      await page.setViewportSize({ width, height: 800 })
      await steady(page)
      await expect.poll(excessOf(page.getByRole('table')), { message: `at ${width} pixels` }).toBe(0)
      if (width === widths[0]) expect(await seriousFaults(page)).toEqual([])
      await showAll(page)
    }
  },
)

it('a list shows the columns that fit beside a menu that was folded on the page of a record', async () => {
  const { page } = await panel.openAs('root', '/user')
  await page.getByRole('row').nth(2).waitFor()
  await steady(page)
  // Rows have the checkbox that replaces react-admin's.
  expect(await page.locator('tbody .row-checkbox').count()).toBe(10)
  const beside = await page.getByRole('columnheader').count()
  await page.getByRole('row').nth(1).getByRole('link').first().click()
  await page.getByRole('button', { name: 'Close menu' }).click()
  await page.goBack()
  await page.getByRole('row').nth(2).waitFor()
  await expect.poll(() => page.getByRole('columnheader').count()).toBeGreaterThan(beside)
  await expect.poll(excessOf(page.getByRole('table'))).toBe(0)
})

it('the names of a list stay where its other columns do not fit', async () => {
  const { page } = await panel.openAs('root', '/medias', { viewport: { width: 800, height: 900 } })
  await page.getByRole('row').nth(2).waitFor()
  await expect.poll(() => page.getByRole('columnheader').count()).toBeLessThan(6)
  expect(await page.getByRole('columnheader', { name: 'Name' }).isVisible()).toBe(true)
  await expect.poll(excessOf(page.getByRole('table'))).toBe(0)
})

it('the selected tab of a list is visible on a phone', async () => {
  const { page } = await panel.openAs('root', '/video3d#failedScenes', {
    viewport: { width: 390, height: 844 },
  })
  const tab = page.getByRole('tab', { selected: true })
  await page.locator('[data-record]').first().waitFor()
  const right = () => tab.evaluate(element => element.getBoundingClientRect().right)
  await expect.poll(right).toBeLessThanOrEqual(390)
  expect(await page.evaluate(() => scrollY)).toBe(0)
})

it('a card on a phone has no label without a value where its tab states the usual one', async () => {
  const { page } = await panel.openAs('root', '/user', { viewport: { width: 390, height: 844 } })
  const active = page.locator('[data-record]').first()
  await active.getByText('Role', { exact: true }).waitFor()
  expect(await active.getByText('Status', { exact: true }).count()).toBe(0)
})

it('a tab shows the states of rows that have no name, where they can differ', async () => {
  const { page } = await panel.openAs('root', '/webhooks/deliveries#waiting')
  expect(await headers(page)).toContain('Status')
  const [, row] = await page.getByRole('row').all()
  await row?.getByText('Waiting', { exact: true }).waitFor()
})

it('a tab of 3D videos that have no depth quality yet has no column for it', async () => {
  const { page } = await panel.openAs('root', '/video3d#failedScenes')
  expect(await headers(page)).not.toContain('Quality')
  await page.goto('/video3d')
  expect(await headers(page)).toContain('Quality')
})

describe('on a phone', () => {
  const phone = { viewport: { width: 390, height: 844 }, hasTouch: true }

  it('the tools of a list are in a menu of its heading, and reached with the keyboard', async () => {
    const { page } = await panel.openAs('root', '/medias', phone)
    const menu = page.getByRole('button', { name: 'Views and export' })
    await menu.focus()
    await page.keyboard.press('Enter')
    const tools = page.getByRole('dialog', { name: 'Views and export' })
    await tools.getByRole('button', { name: 'Export' }).focus()
    await page.keyboard.press('Enter')
    const saving = page.waitForEvent('download')
    await page.getByRole('menuitem', { name: 'CSV' }).click()
    expect((await saving).suggestedFilename()).toMatch(/^Medias /)
    await page.keyboard.press('Escape')
    await tools.waitFor({ state: 'hidden' })
    expect(await menu.evaluate(element => element === document.activeElement)).toBe(true)
  })

  it('the first record of a list begins in the upper half of the screen', async () => {
    for (const path of ['/user', '/medias', '/company', '/video3d']) {
      const { page } = await panel.openAs('root', path, phone)
      await page.getByRole('button', { name: 'Views and export' }).waitFor()
      const top = () =>
        page
          .locator('[data-record]')
          .first()
          .evaluate(card => card.getBoundingClientRect().top)
      await expect.poll(top).toBeLessThan(400)
    }
  })

  it('a card of a record without a name and actions has no empty line above its fields', async () => {
    const { page } = await panel.openAs('root', '/video3d', phone)
    await page.locator('[data-record] a').first().click()
    await page.getByRole('tab', { name: 'Shares' }).click()
    const card = page.locator('[data-record]').first()
    await card.waitFor()
    expect(await card.getByRole('button').count()).toBe(0)
    expect(await card.evaluate(element => element.firstElementChild?.tagName)).toBe('DL')
  })
})

it('a list is exported as an Excel workbook or as CSV', async () => {
  const { page } = await panel.openAs('root', '/company')
  for (const [kind, name] of [
    ['Excel (.xlsx)', /^Companies \d{4}-\d\d-\d\d\.xlsx$/],
    ['CSV', /^Companies \d{4}-\d\d-\d\d\.csv$/],
  ] as const) {
    await page.getByRole('button', { name: 'Export' }).click()
    const saving = page.waitForEvent('download')
    await page.getByRole('menuitem', { name: kind }).click()
    const download = await saving
    expect(download.suggestedFilename()).toMatch(name)
    expect((await readFile(await download.path())).length).toBeGreaterThan(1000)
  }
})

it('a desktop window at a zoom of 200 % has no docked menu, and cards that leave out what their tab states', async () => {
  const { page } = await panel.openAs('root', '/video360', { viewport: { width: 640, height: 400 } })
  await page.locator('[data-record]').first().waitFor()
  expect(await page.getByRole('navigation', { name: 'Main menu' }).isVisible()).toBe(false)
  expect(await page.locator('[data-record]').first().getByText('Completed', { exact: true }).count()).toBe(0)
  await page.getByRole('tab', { name: /^Pending/ }).click()
  await page.locator('[data-record] .status').first().waitFor()
})
