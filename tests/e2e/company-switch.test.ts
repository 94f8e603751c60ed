import type { Page } from 'playwright'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Panel, startPanel } from '../support/browser/panel'
import { pressOn } from '../support/browser/tab-to'
import { journeyCells } from '../support/description/journey-cells'
import type { Api } from '../support/server/api'

let panel: Panel
let root: Api
beforeAll(async () => {
  panel = await startPanel()
  root = await panel.person('root')
})
afterAll(() => panel.stop())

const texts = {
  en: { button: /^Company: /, only: /Only the records of/, leave: 'Show all companies' },
  fr: { button: /^Société\s: /, only: /Uniquement les éléments de/, leave: 'Afficher toutes les sociétés' },
  es: { button: /^Empresa: /, only: /Solo los elementos de/, leave: 'Mostrar todas las empresas' },
} as const

type Listed = { readonly results: readonly { readonly uid: string; readonly name: string }[] }

/** A company that the user can read, other than their own. */
const companyFor = async (person: Api) => {
  const { body } = await person.get<Listed>('companies?batch=50&fsort=name&osort=asc')
  return body.results.at(-1) ?? { uid: '', name: '' }
}

const choose = async (page: Page, button: RegExp, name: string) => {
  await pressOn(page.getByRole('button', { name: button }))
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('combobox').waitFor()
  await page.keyboard.type(name)
  await dialog.getByRole('option').first().filter({ hasText: name }).waitFor()
  await page.keyboard.press('Enter')
  await dialog.waitFor({ state: 'detached' })
}

describe.each(journeyCells('root', 'partner'))(
  'without a mouse, as %s in %s at %i pixels',
  (role, lang, width) => {
    it('the company switch filters lists by a company in this tab and can be reset', async () => {
      await panel.speak(role, lang)
      const person = role === 'root' ? root : await panel.person(role)
      const { uid, name } = await companyFor(person)
      const { button, only, leave } = texts[lang]
      const { page } = await panel.openAs(role, '/sessions')
      await page.setViewportSize({ width, height: 850 })
      await choose(page, button, name)
      await page.getByRole('note').filter({ hasText: only }).waitFor()
      expect(new URL(page.url()).search).toBe('')
      const asked: string[] = []
      page.on('request', each => each.url().includes('/environments?') && asked.push(each.url()))
      await page.goto('/environments')
      await page.getByRole('note').filter({ hasText: name }).waitFor()
      expect(asked.length).toBeGreaterThan(0)
      expect(asked.every(url => url.includes(uid))).toBe(true)
      await pressOn(page.getByRole('button', { name: leave }))
      await page.getByRole('note').waitFor({ state: 'detached' })
    })
  },
)

it('an administrator of one company has no company switch', async () => {
  const { page } = await panel.openAs('admin', '/environments')
  await page.getByRole('table').waitFor()
  expect(await page.getByRole('button', { name: texts.en.button }).count()).toBe(0)
})
