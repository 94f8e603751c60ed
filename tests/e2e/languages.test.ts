import type { Page } from 'playwright'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { signIn } from '../support/browser/browser'
import { emailOf, type Panel, startPanel } from '../support/browser/panel'
import { demoPassword } from '../support/server/test-server'

let panel: Panel
beforeAll(async () => {
  panel = await startPanel()
})
afterAll(() => panel.stop())

const langOf = (page: Page) => page.evaluate(() => document.documentElement.lang)

describe('language of the menu', () => {
  it('the menu is in the user’s language', async () => {
    const { page } = await panel.openAs('partner', '/home')
    const menu = page.getByRole('navigation', { name: 'Menu principal' })
    await menu.getByRole('link', { name: 'Accueil' }).waitFor()
    expect(await menu.getByRole('listitem').getByRole('link').allTextContents()).toEqual([
      'Accueil',
      'Sociétés',
      'Utilisateurs',
      'Sessions',
      'Environnements',
      'Vidéos 360',
      'Vidéos 3D',
      'Médias',
      'Consommation',
      'Journal d’audit',
      'Corbeille',
    ])
  })
})

describe('language of the panel', () => {
  it.each([
    ['fr-FR', 'Connexion', 'fr'],
    ['de-DE', 'Sign in', 'en'],
  ])('the sign-in page for a browser in %s has the heading “%s”', async (locale, name, lang) => {
    const { page } = await panel.openSignedOut('/home', { locale })
    await page.getByRole('heading', { name }).waitFor()
    expect(await langOf(page)).toBe(lang)
  })

  it('a change of language in the profile takes effect immediately and persists', async () => {
    const { page } = await panel.openSignedOut('/user/record')
    await signIn(page, emailOf('viewer'), demoPassword)
    await page.getByRole('heading', { name: 'Mi cuenta' }).first().waitFor()
    await page.getByLabel('Idioma').click()
    await page.getByRole('option', { name: 'Français' }).click()
    await page.getByRole('button', { name: 'Guardar' }).first().click()
    await page.getByRole('heading', { name: 'Mon compte' }).first().waitFor()
    await page.getByRole('link', { name: 'Accueil' }).waitFor()
    expect(await langOf(page)).toBe('fr')
    await page.reload()
    await page.getByRole('heading', { name: 'Mon compte' }).first().waitFor()
  })
})
