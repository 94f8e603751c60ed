import type { Page } from 'playwright'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Role, staffRoles } from '~/model/grants'
import { type Panel, startPanel } from '../support/browser/panel'
import { seriousFaults } from '../support/browser/serious-faults'
import { journeyCells } from '../support/description/journey-cells'
import { long } from '../support/process/long'

/** The highlighted option, which Enter selects. */
const chosen = (page: Page, name: string) => page.locator('[role=option].Mui-focused', { hasText: name })

let panel: Panel
beforeAll(async () => {
  panel = await startPanel()
})
afterAll(() => panel.stop())

const staff = {
  en: { typed: 'new med', label: 'New media', path: '/medias/create' },
  fr: { typed: 'nouv med', label: 'Nouveau média', path: '/medias/create' },
  es: { typed: 'nuev med', label: 'Nuevo medio', path: '/medias/create' },
} as const
const everyone = {
  en: { typed: 'my acc', label: 'My account', path: '/user/record' },
  fr: { typed: 'mon comp', label: 'Mon compte', path: '/user/record' },
  es: { typed: 'mi cue', label: 'Mi cuenta', path: '/user/record' },
} as const
const isStaff = (role: Role) => staffRoles.some(one => one === role)

describe.each(journeyCells('root', 'partner', 'admin', 'manager', 'editor', 'viewer'))(
  'without a mouse, as %s in %s at %i pixels',
  (role, lang, width) => {
    it('the command palette opens a screen', async () => {
      const { typed, label, path } = (isStaff(role) ? staff : everyone)[lang]
      await panel.speak(role, lang)
      const { page } = await panel.openAs(role, '/home', { viewport: { width, height: 800 } })
      await page.getByRole('heading', { level: 1 }).first().waitFor()
      await page.keyboard.press('Control+k')
      await page.getByRole('dialog').getByRole('combobox').waitFor()
      await page.keyboard.type(typed)
      await chosen(page, label).waitFor()
      expect(await seriousFaults(page)).toEqual([])
      await page.keyboard.press('Enter')
      await page.waitForURL(`**${path}`)
      await panel.speak(role, 'en')
    })
  },
)

describe('command palette by keyboard', () => {
  it('the command palette opens a record, and Back returns to the previous screen', async () => {
    const { page } = await panel.openAs('root', '/company')
    await page.getByText('1-10 of').waitFor()
    await page.keyboard.press('Control+k')
    await page.getByRole('dialog').getByRole('combobox').waitFor()
    await page.keyboard.type('jardins')
    await chosen(page, 'Jardins Suspendus').waitFor()
    await page.keyboard.press('Enter')
    await page.getByRole('heading', { name: 'Jardins Suspendus' }).first().waitFor()
    await page.goBack()
    await page.getByText('1-10 of').waitFor()
  })

  it('Escape closes the command palette, and ? lists the shortcuts', long, async () => {
    const { page } = await panel.openAs('root', '/medias')
    await page.getByText('1-10 of').waitFor()
    await page.keyboard.press('Control+k')
    await page.getByRole('dialog').getByRole('combobox').waitFor()
    await page.keyboard.press('Escape')
    await page.getByRole('dialog').waitFor({ state: 'detached' })
    await page.keyboard.press('?')
    await page.getByRole('dialog', { name: 'Keyboard shortcuts' }).waitFor()
    expect(await seriousFaults(page)).toEqual([])
    await page.keyboard.press('Escape')
    await page.getByRole('dialog').waitFor({ state: 'detached' })
  })
})
