import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Panel, startPanel } from '../support/browser/panel'
import { seriousFaults } from '../support/browser/serious-faults'
import { pressOn } from '../support/browser/tab-to'
import { journeyCells } from '../support/description/journey-cells'
import { long } from '../support/process/long'
import type { Found } from '../support/server/demo-world'

let panel: Panel
beforeAll(async () => {
  panel = await startPanel()
})
afterAll(() => panel.stop())

const words = {
  en: { open: 'Who has access', invited: /^Invited \(1\): /, why: /No access before they accept/ },
  fr: {
    open: 'Qui a accès',
    invited: /^Invitations en attente \(1\) : /,
    why: /Aucun accès avant d’accepter/,
  },
  es: {
    open: 'Quién tiene acceso',
    invited: /^Invitaciones pendientes \(1\): /,
    why: /Sin acceso hasta que acepten/,
  },
} as const

type Me = { company: { ref: string } }

describe.each(journeyCells('admin', 'root', 'partner'))(
  'without a mouse, as %s in %s at %i pixels',
  (role, lang, width) => {
    it('the access dialog of a group lists invited guests and why they have no access', long, async () => {
      const text = words[lang]
      await panel.speak(role, lang)
      const admin = await panel.person('admin')
      const home = (await admin.get<Me>('users/me')).body.company.ref
      const guest = `friend.${lang}.${width}@guests.example`
      const made = await admin.post<Found>(`${home}/groups`, {
        name: `Friends ${lang} ${width}`,
        guests: [guest],
      })
      const path = `/company/${home.replace('/', '.')}/group/modify/${made.body.uid}`
      const { page } = await panel.openAs(role, path, { viewport: { width, height: 800 } })
      await pressOn(page.getByRole('button', { name: text.open, exact: true }))
      const dialog = page.getByRole('dialog')
      await dialog.getByText(text.invited).filter({ hasText: guest }).waitFor()
      await dialog.getByText(text.why).waitFor()
      expect(await seriousFaults(page)).toEqual([])
      const tooWide = await page.evaluate(() => document.documentElement.scrollWidth > innerWidth)
      expect(tooWide).toBe(false)
      await page.keyboard.press('Escape')
      await dialog.waitFor({ state: 'hidden' })
    })
  },
)
