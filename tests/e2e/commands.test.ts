import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Panel, startPanel } from '../support/panel'
import { seriousFaults } from '../support/serious-faults'

let panel: Panel
beforeAll(async () => {
  panel = await startPanel()
})
afterAll(() => panel.stop())

const desk = { width: 1280, height: 800 }
const phone = { width: 390, height: 780 }

describe('the command palette, by keyboard alone', () => {
  it.each([
    ['root', 'en', desk, 'new med', 'New media', '/medias/create'],
    ['partner', 'fr', phone, 'nouv med', 'Nouveau média', '/medias/create'],
    ['admin', 'es', desk, 'mi emp', 'Mi empresa', '/mycompany'],
    ['viewer', 'en', phone, 'my acc', 'My account', '/user/record'],
  ] as const)('leads a %s in %s to a screen', async (role, lang, viewport, typed, label, path) => {
    await panel.speak(role, lang)
    const { page } = await panel.openAs(role, '/home')
    await page.setViewportSize(viewport)
    await page.getByRole('heading', { level: 1 }).first().waitFor()
    await page.keyboard.press('Control+k')
    await page.getByRole('dialog').getByRole('combobox').waitFor()
    await page.keyboard.type(typed)
    await page.getByRole('option', { name: label }).waitFor()
    expect(await seriousFaults(page)).toEqual([])
    await page.keyboard.press('Enter')
    await page.waitForURL(`**${path}`)
    await panel.speak(role, 'en')
  })

  it('finds a record, and Back leads to where one was', async () => {
    const { page } = await panel.openAs('root', '/company')
    await page.getByText('1-10 of').waitFor()
    await page.keyboard.press('Control+k')
    await page.getByRole('dialog').getByRole('combobox').waitFor()
    await page.keyboard.type('jardins')
    await page.getByRole('option', { name: 'Jardins Suspendus', exact: true }).waitFor()
    await page.keyboard.press('Enter')
    await page.getByRole('heading', { name: 'Jardins Suspendus' }).first().waitFor()
    await page.goBack()
    await page.getByText('1-10 of').waitFor()
  })

  it('closes, and lists the shortcuts under ?', async () => {
    const { page } = await panel.openAs('root', '/medias')
    await page.getByText('1-10 of').waitFor()
    await page.keyboard.press('Control+k')
    await page.getByRole('dialog').getByRole('combobox').waitFor()
    await page.keyboard.press('Escape')
    await page.getByRole('dialog').waitFor({ state: 'detached' })
    await page.keyboard.press('?')
    await page.getByRole('dialog', { name: 'Keyboard shortcuts' }).waitFor()
    expect(await seriousFaults(page)).toEqual([])
    await page.keyboard.press('Escape')
    await page.getByRole('dialog').waitFor({ state: 'detached' })
  })
})
