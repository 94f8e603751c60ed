import type { Page } from 'playwright'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Panel, startPanel } from '../support/browser/panel'
import { panelText } from '../support/browser/panel-texts'
import { seriousFaults } from '../support/browser/serious-faults'
import { tabTo } from '../support/browser/tab-to'
import { journeyCells } from '../support/description/journey-cells'
import { long } from '../support/process/long'

let panel: Panel
beforeAll(async () => {
  panel = await startPanel()
  for (const name of ['admin', 'viewer']) await panel.speak(name, 'en')
})
afterAll(() => panel.stop())

const show = { en: 'Show', fr: 'Afficher', es: 'Ver' } as const

/** In any language: “1-10 of 12”. */
const rowCount = async (page: Page) => {
  const text = await page.getByText(/^\d+-\d+ \S+ \d+$/).textContent()
  return Number(text?.split(' ').at(-1))
}

describe.each(journeyCells('root', 'partner', 'admin'))(
  'without a mouse, as %s in %s at %i pixels',
  (role, lang, width) => {
    const viewport = { width, height: 850 }

    it('an attention entry opens a list with as many rows as it counts', long, async () => {
      await panel.speak(role, lang)
      const { page } = await panel.openAs(role, '/home', { viewport })
      const section = page.getByRole('region', { name: panelText(lang, 'attention.title') })
      const link = section.locator('a[href*="failedScenes"]')
      const text = (await link.textContent()) ?? ''
      // A partner reads the company's name before it.
      const count = Number.parseInt(text.split('–').at(-1) ?? '', 10)
      expect(count).toBeGreaterThan(0)
      expect(await seriousFaults(page)).toEqual([])
      await tabTo(page, new RegExp(`link "${text.replace(/\s+/g, '\\s+')}`))
      await page.keyboard.press('Enter')
      await page.waitForURL(/\/video3d.*#failedScenes/)
      await expect.poll(() => rowCount(page)).toBe(count)
    })

    it('the audit log shows a change with its old and new value and its IP address', long, async () => {
      await panel.speak(role, lang)
      const api = await panel.person(role)
      const { company } = (await api.get<{ company: { ref: string } }>('users/me')).body
      const [before, after] = ['Night', 'Day'].map(shift => `${shift} shift ${role} ${lang} ${width}`)
      const { body: group } = await api.post<{ uid: string }>(`${company.ref}/groups`, {
        name: before,
        company,
      })
      await api.patch(`${company.ref}/groups/${group.uid}`, { name: after })

      const { page } = await panel.openAs(role, '/home', { viewport })
      await page.getByRole('heading', { level: 1 }).first().waitFor()
      await page.keyboard.press('Control+k')
      await page.getByRole('dialog').getByRole('combobox').waitFor()
      const title = panelText(lang, 'menu.audit')
      // Keyboards have no typographic apostrophe.
      await page.keyboard.type(title.replace('’', "'"))
      await page.getByRole('option', { name: title }).waitFor()
      await page.keyboard.press('Enter')
      await page.waitForURL('**/audit')
      await page
        .getByText(after ?? '')
        .first()
        .waitFor()
      expect(await seriousFaults(page)).toEqual([])
      await tabTo(page, new RegExp(`link "${show[lang]} .*${after}`))
      await page.keyboard.press('Enter')
      await page.waitForURL('**/audit/show/*')
      await page
        .getByText(before ?? '')
        .first()
        .waitFor()
      // A partner cannot read the IP address.
      if (role !== 'partner') await page.getByText('127.0.0.1').waitFor()
    })
  },
)

describe('attention list', () => {
  it('the home page of a viewer has downloads and no attention list', async () => {
    const { page } = await panel.openAs('viewer', '/home')
    await page.getByRole('heading', { level: 1 }).waitFor()
    await page.getByRole('region', { name: 'Downloads' }).waitFor()
    expect(await page.getByRole('region', { name: 'What needs attention' }).count()).toBe(0)
    expect(await page.getByRole('region', { name: 'My work' }).count()).toBe(0)
  })
})

describe('audit log by keyboard', () => {
  it('the audit log is filtered by event, and a row opens its changes and IP address', long, async () => {
    await panel.speak('admin', 'en')
    const admin = await panel.person('admin')
    const { body: me } = await admin.get<{ company: { ref: string } }>('users/me')
    const body = { name: 'Early watch', company: me.company }
    const { body: group } = await admin.post<{ uid: string }>(`${me.company.ref}/groups`, body)
    await admin.patch(`${me.company.ref}/groups/${group.uid}`, { name: 'Late watch' })
    await admin.del(`${me.company.ref}/groups/${group.uid}`)

    const { page } = await panel.openAs('admin', '/home')
    await page.getByRole('region', { name: 'What needs attention' }).waitFor()
    await tabTo(page, /link "Audit log"/)
    await page.keyboard.press('Enter')
    await page.getByRole('heading', { name: 'Audit log' }).waitFor()
    await page
      .getByRole('row', { name: /Deleted.*Late watch.*deleted/ })
      .first()
      .waitFor()

    await tabTo(page, /combobox "Event/)
    await page.keyboard.press('Enter')
    await page.getByRole('option', { name: 'Modified' }).waitFor()
    await page.keyboard.type('Mod')
    await page.keyboard.press('Enter')
    await expect.poll(() => page.getByRole('row', { name: /Deleted/ }).count()).toBe(0)
    await page
      .getByRole('row', { name: /Early watch.*became.*Late watch/ })
      .first()
      .waitFor()

    await tabTo(page, /link "Show/)
    await page.keyboard.press('Enter')
    await page.waitForURL('**/audit/show/*')
    await page.getByText('Early watch').first().waitFor()
    await page.getByText('127.0.0.1').waitFor()
  })
})
