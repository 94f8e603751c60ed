import type { Page } from 'playwright'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { signIn } from '../support/browser'
import { emailOf, type Panel, startPanel } from '../support/panel'
import { everyScreen, settled } from '../support/screens'
import { demoPassword } from '../support/test-server'

let panel: Panel
let screens: readonly string[]
beforeAll(async () => {
  panel = await startPanel()
  screens = await everyScreen(await panel.person('root'))
})
afterAll(() => panel.stop())

const langOf = (page: Page) => page.evaluate(() => document.documentElement.lang)

/** What nobody should ever read: the name of a text in place of the text. */
const key = /\b(resources|ra|kit|app|menu|errors|validation|profile|events|roles|signIn)\.[a-z][\w.]+/

/** Everything on the screen that is read or heard: text, names, hints, placeholders. */
const wordsOf = (page: Page) =>
  page.evaluate(() => {
    const said = [...document.querySelectorAll('*')].flatMap(element =>
      ['aria-label', 'title', 'placeholder', 'alt'].map(name => element.getAttribute(name) ?? ''),
    )
    return [document.title, document.body.innerText, ...said].join('\n')
  })

describe('no screen shows the name of a text in its place', () => {
  it.each(['en', 'fr', 'es'] as const)('in %s, and says its language', async lang => {
    await panel.speak('root', lang)
    const { page } = await panel.openAs('root', '/home')
    for (const path of screens) {
      await page.goto(path)
      await settled(page)
      expect(await langOf(page), path).toBe(lang)
      expect((await wordsOf(page)).match(key)?.[0], path).toBeUndefined()
    }
  })

  it('nor the words of another language in the menu', async () => {
    const { page } = await panel.openAs('partner', '/home')
    const menu = page.getByRole('navigation', { name: 'Menu principal' })
    await menu.getByRole('link', { name: 'Accueil' }).waitFor()
    expect(await menu.getByRole('link').allTextContents()).toEqual([
      'Accueil',
      'Sociétés',
      'Utilisateurs',
      'Médias',
    ])
  })
})

describe('the language', () => {
  it('is English before anybody has signed in, whatever the browser’s', async () => {
    const { page } = await panel.openSignedOut('/home', { locale: 'fr-FR' })
    await page.getByRole('heading', { name: 'Sign in' }).waitFor()
    expect(await langOf(page)).toBe('en')
  })

  it('is the user’s own, and follows the profile at once and for good', async () => {
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
