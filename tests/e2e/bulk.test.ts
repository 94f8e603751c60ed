import type { Page } from 'playwright'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Panel, startPanel } from '../support/browser/panel'
import { pressOn, reach, tabTo } from '../support/browser/tab-to'
import { journeyCells } from '../support/description/journey-cells'
import type { Api } from '../support/server/api'

let panel: Panel
beforeAll(async () => {
  panel = await startPanel()
})
afterAll(() => panel.stop())

const texts = {
  en: { action: 'Delete', will: /2 records will be deleted/, were: /2 records were deleted/ },
  fr: { action: 'Supprimer', will: /2 éléments seront supprimés/, were: /2 éléments ont été supprimés/ },
  es: { action: 'Eliminar', will: /Se eliminarán 2/, were: /Se eliminaron 2/ },
} as const
const undo = { en: 'Undo', fr: 'Revenir en arrière', es: 'Deshacer' } as const

/** Creates and reads groups of the user’s own company. */
const groupsOf = async (api: Api) => {
  const { company } = (await api.get<{ company: { ref: string } }>('users/me')).body
  const path = `${company.ref}/groups`
  return {
    list: `/company/groups/${company.ref.replace('/', '.')}`,
    add: async (name: string) => (await api.post<{ uid: string }>(path, { name, company })).body.uid,
    statusesOf: (uids: readonly string[]) =>
      Promise.all(uids.map(async uid => (await api.get(`${path}/${uid}`)).status)),
  }
}

/** Selects two rows: with X and Shift+ArrowDown on a wide screen, by their checkboxes on a phone. */
const chooseTwo = async (page: Page, width: number) => {
  if (width < 600) {
    const boxes = page.getByRole('checkbox')
    for (const index of [0, 1]) {
      await boxes.nth(index).focus()
      await page.keyboard.press('Space')
    }
    return
  }
  await reach(page.locator('tbody [data-stop]').first())
  await page.keyboard.press('x')
  await page.keyboard.press('Shift+ArrowDown')
}

describe.each(journeyCells('root', 'partner', 'admin'))(
  'without a mouse, as %s in %s at %i pixels',
  (name, lang, width) => {
    it('selected rows are deleted after a preview and restored by undo', async () => {
      await panel.speak(name, lang)
      const { list, add, statusesOf } = await groupsOf(await panel.person(name))
      const uids = [await add(`Of ${lang} ${width}, one`), await add(`Of ${lang} ${width}, two`)]
      const { page } = await panel.openAs(name, `${list}?name=Of+${lang}+${width}`, { provoked: [/404/] })
      await page.setViewportSize({ width, height: 850 })
      await page.getByText(`Of ${lang} ${width}, two`).first().waitFor()
      await page.getByRole('checkbox').nth(1).waitFor()
      await chooseTwo(page, width)
      const { action, will, were } = texts[lang]
      await page.getByRole('toolbar').waitFor()
      await pressOn(page.getByRole('toolbar').getByRole('button', { name: action, exact: true }))
      const dialog = page.getByRole('dialog')
      await dialog.getByText(will).waitFor()
      expect(await statusesOf(uids)).toEqual([200, 200])
      await tabTo(page, new RegExp(`button "${action}"`))
      await page.keyboard.press('Enter')
      await dialog.getByText(were).waitFor()
      expect(await statusesOf(uids)).toEqual([404, 404])
      await tabTo(page, new RegExp(`button "${undo[lang]}"`))
      await page.keyboard.press('Enter')
      await dialog.getByText(/2 (records are|éléments sont|elementos han)/).waitFor()
      expect(await statusesOf(uids)).toEqual([200, 200])
    })
  },
)

describe.each([1280, 390])('at %i pixels', width => {
  it('the toolbar of bulk actions stays visible above the rows while scrolling', async () => {
    await panel.speak('root', 'en')
    const { page } = await panel.openAs('root', '/medias', { viewport: { width, height: 600 } })
    const boxes = page.getByRole('checkbox')
    await boxes.nth(9).waitFor()
    await boxes.nth(9).scrollIntoViewIfNeeded()
    await boxes.nth(9).check()
    const bar = page.getByRole('toolbar')
    await bar.waitFor()
    await page.mouse.wheel(0, 300)
    await expect.poll(() => page.evaluate(() => scrollY)).toBeGreaterThan(300)
    const seen = await bar.evaluate(element => {
      const { top, left, bottom, height } = element.getBoundingClientRect()
      const isOnTop = [top + 4, bottom - 4].every(y =>
        element.contains(document.elementFromPoint(left + 4, y)),
      )
      return { isOnTop, isWhole: top >= 50 && bottom <= innerHeight, height }
    })
    expect(seen).toMatchObject({ isOnTop: true, isWhole: true })
    // The toolbar leaves room for the rows.
    expect(seen.height).toBeLessThan(160)
    await bar.getByRole('button', { name: 'Unselect' }).click()
    await bar.waitFor({ state: 'detached' })
  })
})
