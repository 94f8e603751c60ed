import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { api } from '../support/api'
import { type Panel, startPanel } from '../support/panel'
import { seriousFaults } from '../support/serious-faults'

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
const languages = ['en', 'fr', 'es'] as const

describe.each(languages)('by keyboard alone, in %s', lang => {
  const said = texts[lang]

  it('a token is made, is shown once, and works', async () => {
    await panel.speak('admin', lang)
    const { page } = await panel.openAs('admin', '/tokens/create')
    await page.getByRole('textbox', { name: said.name }).fill(`Token ${lang}`)
    await page.keyboard.press('Enter')
    const secret = page.getByRole('dialog').getByRole('textbox', { name: said.secret })
    const token = await secret.inputValue()
    expect(await seriousFaults(page)).toEqual([])
    expect((await api(panel.server.url, token).get('users/me')).status).toBe(200)
    await page.getByRole('dialog').getByRole('button', { name: said.stored }).press('Enter')
    await page
      .getByRole('cell', { name: `Token ${lang}`, exact: true })
      .first()
      .waitFor()
    expect(await page.content()).not.toContain(token)
  })

  it('a webhook that leads inside is refused with the reason; one that leads outside is made', async () => {
    await panel.speak('admin', lang)
    const { page } = await panel.openAs('admin', '/webhooks/create', { provoked: [/422/] })
    const url = page.getByRole('textbox', { name: said.url })
    await page.getByRole('textbox', { name: said.name }).fill(`Hook ${lang}`)
    await url.fill('https://10.0.0.1/hook')
    await page.keyboard.press('Enter')
    await page.locator('[aria-invalid=true]').waitFor()
    await url.fill('https://hooks.example.com/hook')
    await page.keyboard.press('Enter')
    await page.getByRole('dialog').getByRole('button', { name: said.stored }).press('Enter')
    await page.getByRole('heading', { name: `Hook ${lang}`, level: 1 }).waitFor()
  })
})
