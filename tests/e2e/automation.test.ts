import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Panel, startPanel } from '../support/browser/panel'
import { seriousFaults } from '../support/browser/serious-faults'
import { pressOn, typeIn } from '../support/browser/tab-to'
import { journeyCells } from '../support/description/journey-cells'
import { api } from '../support/server/api'

let panel: Panel
beforeAll(async () => {
  panel = await startPanel()
})
afterAll(() => panel.stop())

const texts = {
  en: { name: 'Name', secret: 'Secret', stored: 'I have stored it', url: 'Address' },
  fr: { name: 'Nom', secret: 'Secret', stored: 'Je l’ai conservé', url: 'Adresse' },
  es: { name: 'Nombre', secret: 'Secreto', stored: 'Ya lo he guardado', url: 'Dirección' },
} as const
describe.each(journeyCells('admin', 'root', 'partner'))(
  'without a mouse, as %s in %s at %i pixels',
  (role, lang, width) => {
    const said = texts[lang]
    const viewport = { width, height: 850 }
    const name = `Of ${role} ${lang} ${width}`

    it('an API token is created, shown once and accepted by the API', async () => {
      await panel.speak(role, lang)
      const { page } = await panel.openAs(role, '/tokens/create', { viewport })
      await typeIn(page.getByRole('textbox', { name: said.name }), name)
      await page.keyboard.press('Enter')
      const secret = page.getByRole('dialog').getByRole('textbox', { name: said.secret })
      const token = await secret.inputValue()
      expect(await seriousFaults(page)).toEqual([])
      expect((await api(panel.server.url, token).get('users/me')).status).toBe(200)
      await pressOn(page.getByRole('dialog').getByRole('button', { name: said.stored }))
      await page.getByText(name, { exact: true }).first().waitFor()
      expect(await page.content()).not.toContain(token)
    })

    it('a webhook to an internal address is rejected, and one to a public address is created', async () => {
      await panel.speak(role, lang)
      const { page } = await panel.openAs(role, '/webhooks/create', { viewport, provoked: [/422/] })
      const url = page.getByRole('textbox', { name: said.url })
      await typeIn(page.getByRole('textbox', { name: said.name }), name)
      await typeIn(url, 'https://10.0.0.1/hook')
      await page.keyboard.press('Enter')
      await page.locator('[aria-invalid=true]').waitFor()
      await typeIn(url, 'https://hooks.example.com/hook')
      await page.keyboard.press('Enter')
      await pressOn(page.getByRole('dialog').getByRole('button', { name: said.stored }))
      await page.getByRole('heading', { name, level: 1 }).waitFor()
    })
  },
)
