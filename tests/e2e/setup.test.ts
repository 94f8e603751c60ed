import type { Page } from 'playwright'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { launchBrowser, openPage } from '../support/browser/browser'
import { setupCodeOf } from '../support/server/setup-code'
import { startServer, type TestServer } from '../support/server/test-server'

let server: TestServer
let browser: Awaited<ReturnType<typeof launchBrowser>>
beforeAll(async () => {
  server = await startServer({ demo: false })
  browser = await launchBrowser()
})
afterAll(async () => {
  await browser.close()
  await server.stop()
})

const open = (locale: string) => openPage(browser, { baseURL: server.url, locale })

const fill = async (page: Page, values: Readonly<Record<string, string>>) => {
  for (const [label, value] of Object.entries(values))
    await page.getByLabel(label, { exact: true }).fill(value)
}

describe('an empty platform', () => {
  it('the first visitor of an empty platform sees the setup in the browser’s language, and enters the panel in the chosen one', async () => {
    const { page, close } = await open('es-MX')
    await page.goto('/home')
    await page.getByRole('heading', { name: 'Poner en marcha la plataforma' }).waitFor()
    await page.getByRole('button', { name: 'Français' }).click()
    await page.getByRole('heading', { name: 'Mettre en service la plateforme' }).waitFor()
    expect(await page.getByLabel('Langue de votre compte').inputValue()).toBe('fr')
    await page.getByRole('button', { name: 'Créer mon compte' }).click()
    await page.getByRole('alert').getByText('Saisissez le code d’installation.').waitFor()
    await fill(page, {
      'Code d’installation': 'AAAA-AAAA-AAAA-AAAA',
      ...{ Prénom: 'Grace', Nom: 'Hopper', 'E-mail': 'grace@museum.example' },
      ...{ 'Mot de passe': 'une longue phrase', 'Mot de passe (confirmation)': 'une longue phrase' },
      'Votre société': 'Vecto Studio',
    })
    await page.getByRole('button', { name: 'Créer mon compte' }).click()
    await page.getByRole('alert').getByText('Ce n’est pas le code d’installation').waitFor()
    await fill(page, { 'Code d’installation': (await setupCodeOf(server)).toLowerCase() })
    await page.getByRole('button', { name: 'Créer mon compte' }).click()
    await page.getByRole('heading', { level: 1, name: 'Grace' }).waitFor()
    await close()
  })

  it('a platform with an account leads from the setup to sign-in, whose language is remembered', async () => {
    const { page, close, expectQuiet } = await open('de-DE')
    await page.goto('/setup')
    await page.getByText('This platform is set up already.').waitFor()
    await page.getByRole('link', { name: 'Go to sign-in' }).click()
    await page.getByRole('button', { name: 'Español' }).click()
    await page.getByRole('heading', { name: 'Iniciar sesión' }).waitFor()
    await page.reload()
    await page.getByRole('heading', { name: 'Iniciar sesión' }).waitFor()
    expect(await page.evaluate(() => document.documentElement.lang)).toBe('es')
    // The user's own language wins over the one of the page.
    await fill(page, { 'Correo electrónico': 'grace@museum.example', Contraseña: 'une longue phrase' })
    await page.getByRole('button', { name: 'Iniciar sesión', exact: true }).click()
    await page.getByRole('link', { name: 'Accueil' }).waitFor()
    expectQuiet()
    await close()
  })
})
