import type { Page } from 'playwright'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { firstRow } from '../support/browser/list-controls'
import { type Panel, startPanel } from '../support/browser/panel'
import { goInside, settled } from '../support/browser/screens'
import { seriousFaults } from '../support/browser/serious-faults'
import { pressOn } from '../support/browser/tab-to'
import { long } from '../support/process/long'
import type { Api } from '../support/server/api'
import { type Found, listAll } from '../support/server/demo-world'

type Named = Found & { readonly name: string; readonly video: { readonly ref: string } }

let panel: Panel
let root: Api
beforeAll(async () => {
  panel = await startPanel()
  root = await panel.person('root')
})
afterAll(() => panel.stop())

const one = async (resource: string, q: object) => {
  const [record] = await listAll<Named>(root, resource, q)
  if (!record) throw new Error(`The demo has none of ${resource} with ${JSON.stringify(q)}`)
  return record
}

/** Sums up the layout shifts in the page from now on, but for those of the footer, which content pushes down. */
const watchShifts = (page: Page) =>
  page.evaluate(() => {
    const seen = window as { shifted?: number }
    seen.shifted = 0
    new PerformanceObserver(list => {
      for (const entry of list.getEntries() as (PerformanceEntry & {
        value: number
        sources: readonly { node?: Node }[]
      })[]) {
        const moved = entry.sources.filter(
          ({ node }) => node instanceof HTMLElement && node.tagName !== 'FOOTER',
        )
        if (moved.length > 0) seen.shifted = (seen.shifted ?? 0) + entry.value
      }
    }).observe({ type: 'layout-shift' })
  })

const shifted = (page: Page) => page.evaluate(() => (window as { shifted?: number }).shifted ?? 1)

const places: Readonly<Record<string, () => Promise<string>>> = {
  'a 360° video': async () => `/video360/show/${(await one('videos', { pending: false })).uid}`,
  'a 3D video': async () => {
    const { uid, video } = await one('videos3d', { status: 'completed' })
    return `/video3d/show/${video.ref.split('/')[1]}/${uid}`
  },
  'a media': async () => `/medias/show/${(await one('medias', { contentType: 'image/jpeg' })).uid}`,
}

const boxOf = async (page: Page, selector: string) => {
  const box = await page.locator(selector).first().boundingBox()
  if (!box) throw new Error(`${selector} is not on the page`)
  return box
}

describe('the screen of a record', () => {
  it.each(
    Object.entries(places).flatMap(([what, place]) =>
      [1280, 390].map(width => [what, width, place] as const),
    ),
  )('of %s at %i pixels moves nothing after it is painted', async (_what, width, place) => {
    const { page } = await panel.openAs('root', '/home', { viewport: { width, height: 850 } })
    // What comes late on the home page is not counted.
    await settled(page)
    await watchShifts(page)
    await goInside(page, await place())
    await page.locator('[data-hero] :is(video, img)').first().waitFor()
    await page.waitForTimeout(1000)
    expect(await shifted(page)).toBeLessThan(0.01)
    const [hero, facts] = [await boxOf(page, '[data-hero]'), await boxOf(page, 'dt:text-is("Created")')]
    // The facts are to the right of the hero, on a phone below it.
    if (width === 1280) expect(facts.x).toBeGreaterThan(hero.x + hero.width)
    else expect(facts.y).toBeGreaterThan(hero.y + hero.height)
    expect(await page.evaluate(() => document.documentElement.scrollWidth > innerWidth)).toBe(false)
    expect(await seriousFaults(page)).toEqual([])
  })
})

const title = (page: Page) => page.getByRole('heading', { level: 1 }).textContent()

const sequence = (page: Page) => page.getByRole('group', { name: 'Records of the list' })

const at = (page: Page, text: string) => sequence(page).getByText(text, { exact: true }).waitFor()

describe('the previous and the next record', () => {
  it(
    'follow the list from which the record was opened, with its tab, filter and order, across its pages',
    long,
    async () => {
      const q = { status: ['completed', 'deletable'] }
      const { body } = await root.get<{ results: Named[]; meta: { count: number } }>(
        `medias?q=${encodeURIComponent(JSON.stringify(q))}&fsort=name&osort=asc&batch=100&meta=true`,
      )
      const names = body.results.map(({ name }) => name)
      const count = body.meta.count.toLocaleString('en')
      const { page } = await panel.openAs('root', '/medias?sort=name&rows=10')
      await firstRow(page).waitFor()
      await page.getByRole('row').nth(10).getByRole('link').first().click()
      await at(page, `10 of ${count}`)
      expect(await title(page)).toBe(names[9])
      await pressOn(sequence(page).getByRole('button', { name: 'Next record' }))
      await at(page, `11 of ${count}`)
      expect(await title(page)).toBe(names[10])
      // The focus stays on the button.
      await page.keyboard.press('Enter')
      await at(page, `12 of ${count}`)
      expect(await title(page)).toBe(names[11])
      for (const place of [11, 10, 9]) {
        await page.keyboard.press('p')
        await at(page, `${place} of ${count}`)
        expect(await title(page)).toBe(names[place - 1])
      }
      await page.keyboard.press('n')
      await at(page, `10 of ${count}`)
      await page.reload()
      await at(page, `10 of ${count}`)
      await page.getByRole('button', { name: 'Back' }).click()
      await page.waitForURL('**/medias?sort=name*')
    },
  )

  it('end at the first and the last record of the list', async () => {
    const { page } = await panel.openAs('root', '/environments')
    await firstRow(page).getByRole('link').first().click()
    const previous = sequence(page).getByRole('button', { name: 'Previous record' })
    expect(await previous.getAttribute('aria-disabled')).toBe('true')
    const before = await title(page)
    await previous.click({ force: true })
    expect(await title(page)).toBe(before)
  })

  it('a record that was opened by its address alone has no buttons for the previous and the next one', async () => {
    const { page } = await panel.openAs('root', '/environments')
    await firstRow(page).getByRole('link').first().click()
    await sequence(page).waitFor()
    await page.goto(page.url().replace(/#.*/, '#versions'))
    const address = page.url()
    await page.goto('about:blank')
    await page.goto(address)
    await page.getByRole('tab', { name: 'Versions' }).waitFor()
    await page.getByRole('tabpanel').waitFor()
    await page.waitForTimeout(1000)
    expect(await sequence(page).count()).toBe(0)
  })
})
