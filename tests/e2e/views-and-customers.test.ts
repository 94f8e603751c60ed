import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { pressListTools } from '../support/browser/list-controls'
import { type Panel, startPanel } from '../support/browser/panel'
import { seriousFaults } from '../support/browser/serious-faults'
import { pressOn, reach } from '../support/browser/tab-to'
import { journeyCells } from '../support/description/journey-cells'

let panel: Panel
beforeAll(async () => {
  panel = await startPanel()
})
afterAll(() => panel.stop())

const views = {
  en: {
    open: 'Views',
    save: 'Save this view',
    share: 'Share it with my company',
    default: 'Open the list with it',
  },
  fr: {
    open: 'Vues',
    save: 'Enregistrer cette vue',
    share: 'La partager avec ma société',
    default: 'Ouvrir la liste avec cette vue',
  },
  es: {
    open: 'Vistas',
    save: 'Guardar esta vista',
    share: 'Compartirla con mi empresa',
    default: 'Abrir la lista con esta vista',
  },
} as const

const customers = {
  en: { title: 'New customer', email: 'E-mail', link: 'Link of the invitation' },
  fr: { title: 'Nouveau client', email: 'E-mail', link: 'Lien de l’invitation' },
  es: { title: 'Nuevo cliente', email: 'Correo electrónico', link: 'Enlace de la invitación' },
} as const

describe.each(journeyCells('root', 'partner', 'admin'))(
  'without a mouse, as %s in %s at %i pixels',
  (role, lang, width) => {
    it('a view saved as default is applied when the list opens in another tab', async () => {
      await panel.speak(role, lang)
      const viewport = { width, height: 850 }
      const { page } = await panel.openAs(role, '/medias?sort=name&rows=15', { viewport })
      const texts = views[lang]
      const button = page.getByRole('button', { name: texts.open, exact: true })
      await pressListTools(page, lang)
      await pressOn(button)
      await page.getByRole('menuitem', { name: texts.save }).waitFor()
      await pressOn(page.getByRole('menuitem', { name: texts.save }))
      await page.getByRole('dialog', { name: texts.save }).waitFor()
      const name = `By name ${role} ${lang} ${width}`
      await page.keyboard.type(name)
      await pressOn(page.getByRole('switch', { name: texts.default }), 'Space')
      await seriousFaults(page).then(faults => expect(faults).toEqual([]))
      await page.keyboard.press('Enter')
      await page.getByRole('dialog', { name: texts.save }).waitFor({ state: 'detached' })
      await pressOn(button)
      const item = page.getByRole('menuitem', { name })
      await item.waitFor()
      expect(await item.getAttribute('aria-current')).toBe('true')
      const other = await panel.openAs(role, '/medias', { viewport })
      await other.page.waitForURL(/\/medias\?sort=name&rows=15$/)
    })
  },
)

describe.each(journeyCells('root'))('without a mouse, as %s in %s at %i pixels', (role, lang, width) => {
  it('a created customer shows the invitation link to copy', async () => {
    await panel.speak(role, lang)
    const { page } = await panel.openAs(role, '/company', { viewport: { width, height: 850 } })
    const texts = customers[lang]
    const link = page.getByRole('link', { name: texts.title })
    await pressOn(link)
    await page.getByRole('heading', { name: texts.title, level: 1 }).waitFor()
    await reach(page.getByRole('textbox').first())
    await page.keyboard.type(`Nova ${role} ${lang} ${width}`)
    await reach(page.getByRole('textbox', { name: texts.email }))
    await page.keyboard.type(`first-${role}-${lang}-${width}@nova.example`)
    expect(await seriousFaults(page)).toEqual([])
    await page.keyboard.press('Enter')
    const sent = page.getByRole('textbox', { name: texts.link })
    await sent.waitFor()
    expect(await sent.inputValue()).toMatch(/\/onboarding\/.+-.+/)
  })
})
