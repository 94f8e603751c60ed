import type { Page } from 'playwright'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { chooseAction, firstRow, recordMenu } from '../support/browser/list-controls'
import { type Panel, startPanel } from '../support/browser/panel'
import { long } from '../support/process/long'
import type { Api } from '../support/server/api'
import { type Found, listAll } from '../support/server/demo-world'

type Media = Found & { name: string; contentType: string; thumbRef256: string | null; status: string }

let panel: Panel
let root: Api
let medias: readonly Media[]
beforeAll(async () => {
  panel = await startPanel()
  root = await panel.person('root')
  medias = await listAll<Media>(root, 'medias', { status: 'completed' })
})
afterAll(() => panel.stop())

const one = (test: (media: Media) => boolean) => {
  const found = medias.find(test)
  if (!found) throw new Error('no such media in the demo data')
  return found
}
const cards = (page: Page) => page.getByRole('article')
const gridOf = async (name: string) => {
  const { page } = await panel.openAs('root', '/medias#grid')
  await page.getByRole('search').getByLabel('Name').fill(name)
  const card = cards(page).filter({ has: page.getByTitle(name, { exact: true }) })
  await card.first().waitFor()
  return { page, card: card.first() }
}

/** The icon of a media without a thumbnail. */
const iconOf = async (name: string) => {
  const { card } = await gridOf(name)
  expect(await card.locator('img').count()).toBe(0)
  return card.getByRole('link', { name, exact: true }).locator('svg').innerHTML()
}

describe('media list', () => {
  it('the tabs table, grid and pending of the medias share one search', async () => {
    const { page } = await panel.openAs('root', '/medias')
    await page.getByRole('search').getByLabel('Name').fill('har')
    const search = page.getByRole('search')
    await search.getByRole('button', { name: 'Clear the search' }).waitFor()
    const [above, below] = [await search.boundingBox(), await page.getByRole('tablist').boundingBox()]
    expect(above?.y).toBeLessThan(below?.y ?? 0)
    await page.getByRole('tab', { name: 'Grid' }).click()
    await cards(page).first().waitFor()
    expect(await search.getByLabel('Name').inputValue()).toBe('har')
    await page.getByRole('tab', { name: 'Pending' }).click()
    await page.getByRole('button', { name: 'Clear the search' }).first().click()
    await page.getByRole('columnheader', { name: 'Status' }).waitFor({ state: 'detached' })
    await firstRow(page).waitFor()
  })

  it(
    'the media grid has three columns, 9, 12 or 15 cards a page and a persistent card size',
    long,
    async () => {
      const { page } = await panel.openAs('root', '/medias#grid')
      await cards(page).nth(8).waitFor()
      expect(await cards(page).count()).toBe(9)
      const boxes = await Promise.all((await cards(page).all()).map(card => card.boundingBox()))
      expect(new Set(boxes.map(box => box?.x)).size).toBe(3)
      await page.getByRole('combobox', { name: 'Rows per page:' }).click()
      expect(await page.getByRole('option').allTextContents()).toEqual(['9', '12', '15'])
      await page.getByRole('option', { name: '12' }).click()
      await cards(page).nth(11).waitFor()
      await page.getByRole('button', { name: 'Small' }).click()
      const width = async () => (await cards(page).first().boundingBox())?.width ?? 0
      expect(await width()).toBeLessThan(boxes[0]?.width ?? 0)
      await page.reload()
      await page.getByRole('button', { name: 'Small', pressed: true }).waitFor()
      await page.getByRole('button', { name: 'Big' }).click()
      expect(await width()).toBeGreaterThan(boxes[0]?.width ?? 0)
    },
  )

  it('the media grid cuts names over 28 characters to 25 and an ellipsis', async () => {
    const long = one(({ name }) => name.length > 28)
    const { card } = await gridOf(long.name)
    expect(await card.getByTitle(long.name).textContent()).toBe(`${long.name.slice(0, 25)}…`)
    const fitting = one(({ name }) => name.length > 20 && name.length <= 28)
    const other = await gridOf(fitting.name)
    expect(await other.card.getByTitle(fitting.name).textContent()).toBe(fitting.name)
  })

  it('the media grid shows thumbnails, or an icon of the content type', long, async () => {
    const picture = one(
      ({ contentType, thumbRef256 }) => contentType === 'image/jpeg' && thumbRef256 !== null,
    )
    const { card } = await gridOf(picture.name)
    const image = card.locator('img')
    await image.evaluate((shown: HTMLImageElement) => shown.decode())
    expect(await image.evaluate((shown: HTMLImageElement) => shown.naturalWidth)).toBeGreaterThan(128)
    const pdf = one(({ contentType, thumbRef256 }) => contentType === 'application/pdf' && !thumbRef256)
    const zip = one(({ contentType }) => contentType === 'application/zip')
    const icons = [await iconOf(pdf.name), await iconOf(zip.name)]
    expect(new Set(icons).size).toBe(2)
  })
})

describe('media screen', () => {
  it('the media screen shows details and events, and editing cannot change the company', async () => {
    const { uid, name } = one(({ contentType }) => contentType === 'image/jpeg')
    const { page } = await panel.openAs('root', `/medias/show/${uid}`)
    await page.getByRole('heading', { name }).first().waitFor()
    expect(await page.getByRole('tab').allTextContents()).toEqual(['Details', 'Shares', 'Events'])
    await page.getByText(/^b64-/).waitFor()
    await page.getByRole('link', { name: 'Edit' }).click()
    expect(await page.getByRole('combobox', { name: 'Company' }).isDisabled()).toBe(true)
    await page.getByLabel('Name').fill('Renamed')
    await page.getByRole('button', { name: 'Save' }).click()
    await page.getByRole('tab', { name: 'Events' }).click()
    const row = page.getByRole('row', { name: /Modified/ }).first()
    for (const part of ['Name', name, 'Renamed']) await row.getByText(part, { exact: true }).first().waitFor()
  })

  it('a media is downloaded from a signed URL', async () => {
    const { uid } = one(({ contentType }) => contentType === 'application/zip')
    const { page } = await panel.openAs('root', `/medias/show/${uid}`)
    const download = page
      .context()
      .waitForEvent('request', asked => asked.url().includes('/parse/blob/') && asked.isNavigationRequest())
    await page.getByRole('button', { name: 'Download the file' }).click()
    const answer = await fetch((await download).url())
    expect(answer.headers.get('content-disposition')).toMatch(/^attachment; filename/)
    expect(new URL(answer.url).searchParams.has('signature')).toBe(true)
  })

  it('root deletes a media after a delay in days and restores it after a confirmation', long, async () => {
    const { uid } = one(({ contentType }) => contentType === 'image/png')
    const { page } = await panel.openAs('root', `/medias/show/${uid}`)
    await chooseAction(page, 'Delete')
    const dialog = page.getByRole('dialog')
    await dialog.getByText('At the next clean-up this record is deleted permanently.').waitFor()
    expect(await dialog.getByLabel('Delay in days').inputValue()).toBe('0')
    await dialog.getByLabel('Delay in days').fill('-1')
    await dialog.getByText('Enter a whole number of days, 0 or more').waitFor()
    await dialog.getByLabel('Delay in days').fill('3')
    await dialog.getByRole('button', { name: 'Delete' }).click()
    await page.waitForURL('**/medias')
    await page.goto(`/medias/show/${uid}`)
    await page.getByText(/^Deletion on /).waitFor()
    await recordMenu(page).click()
    const menu = page.getByRole('menu')
    await menu.getByRole('menuitem', { name: 'Restore' }).waitFor()
    for (const action of ['Delete', 'Regenerate thumbnail'])
      expect(await menu.getByRole('menuitem', { name: action }).count()).toBe(0)
    await menu.getByRole('menuitem', { name: 'Restore' }).click()
    await page.getByRole('dialog').getByText('Restore it?').waitFor()
    await page.getByRole('button', { name: 'Confirm' }).click()
    await page.getByText('Media restored').waitFor()
    await page.getByText('Completed', { exact: true }).waitFor()
    await chooseAction(page, 'Regenerate thumbnail')
    await page.getByText('The thumbnail is being regenerated').waitFor()
  })
})
