import type { BrowserContextOptions, Page } from 'playwright'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Role } from '~/model/grants'
import { crowdedTexts } from '../support/browser/crowded-texts'
import { chooseRowAction, firstRow } from '../support/browser/list-controls'
import { type Panel, startPanel } from '../support/browser/panel'
import type { KnownLanguage } from '../support/browser/panel-texts'
import { rawKeysOn } from '../support/browser/raw-keys'
import { everyScreen, goInside, settled } from '../support/browser/screens'
import { seriousFaults } from '../support/browser/serious-faults'
import { long } from '../support/process/long'
import { listAll } from '../support/server/demo-world'
import { lastLink } from '../support/server/sent-links'

let panel: Panel
beforeAll(async () => {
  panel = await startPanel()
})
afterAll(() => panel.stop())

const langOf = (page: Page) => page.evaluate(() => document.documentElement.lang)
const excessOf = (page: Page) => page.evaluate(() => document.documentElement.scrollWidth - innerWidth)

type Judge = (page: Page) => Promise<readonly string[]>

const untranslatedIn =
  (lang: string): Judge =>
  async page => {
    const shown = await langOf(page)
    return [...(await rawKeysOn(page)), ...(shown === lang ? [] : [`<html lang="${shown}">`])]
  }
const tooWide: Judge = async page => {
  const excess = await excessOf(page)
  return excess > 0 ? [`${excess} px too wide`] : []
}

const sweep = async (page: Page, screens: readonly string[], judges: readonly Judge[]) => {
  const found: string[] = []
  for (const path of screens) {
    await goInside(page, path)
    for (const judge of judges) found.push(...(await judge(page)).map(line => `${path}: ${line}`))
  }
  return found
}

const smallDesk = { viewport: { width: 1024, height: 800 } }
const phone = { viewport: { width: 390, height: 844 }, hasTouch: true }

/** About eighty screens and tabs in sequence, each checked by axe. */
const limit = { timeout: 600_000 }

const look = async (role: Role, lang: KnownLanguage, options: BrowserContextOptions) => {
  await panel.speak(role, lang)
  const screens = await everyScreen(await panel.person('root'), await panel.person(role), role)
  const { page } = await panel.openAs(role, '/home', { reducedMotion: 'reduce', ...options })
  expect(await sweep(page, screens, [untranslatedIn(lang), tooWide, crowdedTexts, seriousFaults])).toEqual([])
}

describe('all screens and tabs', () => {
  it('screens of admin are translated, fit and are accessible: in French, light, on a phone', limit, () =>
    look('admin', 'fr', phone),
  )

  it.each([
    ['root', 'in English, light, at a desk', 'en', {}],
    ['partner', 'in French, dark, at a small desk', 'fr', { colorScheme: 'dark', ...smallDesk }],
    ['root', 'in Spanish, dark, on a phone', 'es', { colorScheme: 'dark', ...phone }],
  ] as const)(
    'screens of %s are translated, fit and are accessible: %s',
    { ...long, ...limit },
    (role, _name, lang, options) => look(role, lang, options),
  )
})

describe.each(['light', 'dark'] as const)('accessibility in the %s theme', colorScheme => {
  it.each([
    ['sign-in', '/signin'],
    ['forgotten password', '/pw-forget'],
    ['invalid link', '/onboarding/reset/nobody-0'],
  ])('the %s page is accessible', async (_name, path) => {
    const { page } = await panel.openSignedOut(path, { colorScheme, provoked: [/status of 404/] })
    await settled(page)
    expect(await seriousFaults(page)).toEqual([])
  })

  it('the onboarding page with errors is accessible and in the invited user’s language', async () => {
    const root = await panel.person('root')
    const email = `${colorScheme}@screens.example`
    const company = { ref: `companies/${(await listAll(root, 'companies'))[0]?.uid}` }
    await root.post('user-invite', { email, lang: 'es', role: 'viewer', company })
    const { link } = await lastLink(root, email)
    const { page } = await panel.openSignedOut(new URL(link).pathname, { colorScheme, ...phone })
    await page.getByText('Condiciones de uso (').click()
    await page.getByRole('button', { name: 'Abrir mi cuenta' }).click()
    await page.getByRole('alert').getByText('Escriba su nombre.').waitFor()
    expect(await seriousFaults(page)).toEqual([])
    expect(await untranslatedIn('es')(page)).toEqual([])
    expect(await tooWide(page)).toEqual([])
  })

  it('a form with errors and a confirmation dialog are accessible', long, async () => {
    await panel.speak('root', 'en')
    const { page } = await panel.openAs('root', '/user/create', { colorScheme, reducedMotion: 'reduce' })
    await page.getByRole('button', { name: 'Save' }).click()
    await page.getByText('Please correct the errors in the following fields:').waitFor()
    expect(await seriousFaults(page)).toEqual([])
    await page.goto('/medias')
    await chooseRowAction(firstRow(page), 'Delete')
    await page.getByRole('dialog').waitFor()
    expect(await seriousFaults(page)).toEqual([])
  })
})
