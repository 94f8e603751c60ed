import type { Page } from 'playwright'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { addFilter } from '../support/browser/list-controls'
import { type Panel, startPanel } from '../support/browser/panel'
import { settled } from '../support/browser/screens'
import { long } from '../support/process/long'

let panel: Panel
beforeAll(async () => {
  panel = await startPanel()
  for (const name of ['partner', 'admin']) await panel.speak(name, 'en')
})
afterAll(() => panel.stop())

const save = (page: Page) => page.getByRole('button', { name: 'Save' }).click()
const fill = async (page: Page, fields: Record<string, string>) => {
  for (const [label, text] of Object.entries(fields))
    await page
      .getByRole('textbox', { name: label, exact: true })
      .or(page.getByLabel(label, { exact: true }))
      .first()
      .fill(text)
}
const choose = async (page: Page, label: string, option: string) => {
  await page.getByRole('combobox', { name: label }).click()
  await page.getByRole('option', { name: option, exact: true }).click()
}
const password = { 'Password *': 'secret-1', 'Password (confirmation)': 'secret-1' }
const somebody = (email: string) => ({
  'First name': 'Some',
  'Last name': 'Body',
  'E-mail': email,
})

describe('user form', () => {
  it('the user form lists every missing required field', async () => {
    const { page } = await panel.openAs('root', '/user/create')
    await save(page)
    const summary = page
      .getByRole('alert')
      .filter({ hasText: 'Please correct the errors in the following fields:' })
    expect((await summary.innerText()).split(/[\n,]\s*/).slice(1)).toEqual([
      'First name',
      'Last name',
      'E-mail',
      'Password',
      'Role',
    ])
  })

  it('the user form reports mismatched passwords on blur and clears the confirmation', async () => {
    const { page } = await panel.openAs('root', '/user/create')
    await fill(page, { 'Password *': 'secret-1', 'Password (confirmation)': 'secret-2' })
    await page.getByLabel('E-mail').focus()
    await page.getByText('Passwords mismatch').waitFor()
    expect(await page.getByLabel('Password (confirmation)').inputValue()).toBe('')
    await fill(page, { 'Password *': '12345', 'Password (confirmation)': '12345' })
    await save(page)
    await page.getByText('Must be 6 characters at least').waitFor()
  })

  it('the user form reports a duplicate e-mail, keeps its input and saves another e-mail', async () => {
    const { page } = await panel.openAs('root', '/user/create', { provoked: [/409 .*\/parse\/users/] })
    await fill(page, { ...somebody('viewer@demo.example'), ...password })
    await choose(page, 'Role', 'Editor')
    await save(page)
    await page.getByText('User already exists. Please verify the email address.').waitFor()
    expect(await page.getByLabel('Last name').inputValue()).toBe('Body')
    await page.getByLabel('E-mail').fill('somebody@new.example')
    await save(page)
    await page.getByRole('heading', { name: 'Some Body' }).first().waitFor()
  })

  it.each([
    ['root', ['Viewer', 'Editor', 'Manager', 'Administrator', 'Partner', 'Root']],
    ['partner', ['Viewer', 'Editor', 'Manager', 'Administrator', 'Partner']],
    ['admin', ['Viewer', 'Editor', 'Manager', 'Administrator']],
  ])('the user form offers %s the roles that the role can assign', async (name, offered) => {
    const { page } = await panel.openAs(name, '/user/create')
    await settled(page)
    await page.getByRole('combobox', { name: 'Role' }).click()
    expect((await page.getByRole('option').allTextContents()).filter(Boolean)).toEqual(offered)
    await page.keyboard.press('Escape')
    const company = page.getByRole('combobox', { name: /^Company/ })
    expect(await company.isEnabled()).toBe(name !== 'admin')
    expect(await page.getByRole('switch', { name: 'Notifications' }).count()).toBe(name === 'root' ? 1 : 0)
  })

  it('the options of the company filter are requested once, in pages of a hundred', long, async () => {
    const { page } = await panel.openAs('root', '/home')
    const asked: string[] = []
    page.on('request', request => {
      if (request.url().includes('/values/companies')) asked.push(new URL(request.url()).search)
    })
    const menu = page.getByRole('navigation', { name: 'Main menu' })
    for (const section of ['Users', 'Medias', 'Users']) {
      await menu.getByRole('link', { name: section, exact: true }).click()
      await addFilter(page, 'Company')
      await page.getByRole('option', { name: 'Atlas Automotive' }).waitFor()
      await page.keyboard.press('Escape')
    }
    expect(asked).toEqual(['?batch=100'])
  })
})
