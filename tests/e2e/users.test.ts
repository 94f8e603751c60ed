import type { Page } from 'playwright'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Api } from '../support/api'
import { listAll } from '../support/demo-world'
import { type Panel, startPanel } from '../support/panel'
import { settled } from '../support/screens'

let panel: Panel
let root: Api
beforeAll(async () => {
  panel = await startPanel()
  root = await panel.person('root')
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

describe('the list of users', () => {
  it('switches between active, invited and deleted users, each sorted its own way', async () => {
    const { page } = await panel.openAs('root', '/user')
    await page.getByRole('button', { name: 'Sort by e-mail descending' }).waitFor()
    const statuses = async () => new Set(await page.locator('.MuiChip-label').allTextContents())
    expect([...(await statuses())].filter(each => !['Active', 'Disabled'].includes(each))).toEqual([])
    await page.getByRole('tab', { name: 'Invited' }).click()
    await page.getByRole('cell', { name: 'Invited' }).first().waitFor()
    const asked = page.waitForRequest(/\/parse\/users\?/)
    await page.getByRole('tab', { name: 'Deleted' }).click()
    const search = new URL((await asked).url()).searchParams
    expect([search.get('fsort'), search.get('osort')]).toEqual(['deletedAt', 'desc'])
    await page.getByRole('cell', { name: 'Deleted' }).first().waitFor()
    expect([...(await statuses())]).toEqual(['Deleted'])
  })

  it('asks a partner for a company first, with its placeholder', async () => {
    const { page } = await panel.openAs('partner', '/user')
    const text = 'Company Parameter is required: Select a company to access the relevant list.'
    await page.getByText(text).waitFor()
    expect(await page.getByRole('row').count()).toBe(0)
    await page.getByRole('tabpanel').getByLabel('Company').click()
    await page.getByRole('option', { name: 'Musée du Littoral' }).click()
    await page.getByRole('row', { name: /admin@demo/ }).waitFor()
    expect(await page.getByText(text).count()).toBe(0)
  })

  it('finds people by the beginning of a name or an address', async () => {
    const { page } = await panel.openAs('root', '/user')
    await page.getByRole('search').getByLabel('Search').fill('visit')
    await page.getByText('1-1 of 1').waitFor()
    await page.getByRole('cell', { name: 'Visitante' }).waitFor()
  })

  it('gives nobody a hold on users ranked above them', async () => {
    const [boss] = await listAll(root, 'users', { email: 'partner@demo.example' })
    const { company } = (
      await root.get<{ company: { ref: string } }>(
        `users/${(await listAll(root, 'users', { email: 'admin@demo.example' }))[0]?.uid}`,
      )
    ).body
    const made = await root.post<{ uid: string }>('users', {
      firstname: 'Ranked',
      lastname: 'Above',
      email: 'above@new.example',
      password: 'secret1',
      role: 'partner',
      lang: 'en',
      company: { ref: company.ref },
      origin: 'creation',
    })
    expect([made.status, boss?.uid]).toEqual([201, expect.any(String)])
    const { page } = await panel.openAs('admin', '/user', { provoked: [/403 .*\/parse\/users\//] })
    await page.getByRole('search').getByLabel('Search').fill('above')
    const row = page.getByRole('row', { name: /above@new/ })
    for (const name of ['Show', 'Edit', 'Delete'])
      expect(await row.getByLabel(name).isDisabled(), name).toBe(true)
    await page.goto(`/user/show/${made.body.uid}`)
    await page.getByRole('alert').getByText('You are not allowed to do this.').waitFor()
  })
})

describe('creating a user', () => {
  it('names every mandatory field that is missing', async () => {
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

  it('says “Passwords mismatch” on leaving the field, and clears the confirmation', async () => {
    const { page } = await panel.openAs('root', '/user/create')
    await fill(page, { 'Password *': 'secret-1', 'Password (confirmation)': 'secret-2' })
    await page.getByLabel('E-mail').focus()
    await page.getByText('Passwords mismatch').waitFor()
    expect(await page.getByLabel('Password (confirmation)').inputValue()).toBe('')
    await fill(page, { 'Password *': '12345', 'Password (confirmation)': '12345' })
    await save(page)
    await page.getByText('Must be 6 characters at least').waitFor()
  })

  it('refuses an address that is taken, keeps what was typed, and takes another', async () => {
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
  ])('offers %s the roles that the role may give', async (name, offered) => {
    const { page } = await panel.openAs(name, '/user/create')
    await settled(page)
    await page.getByRole('combobox', { name: 'Role' }).click()
    expect((await page.getByRole('option').allTextContents()).filter(Boolean)).toEqual(offered)
    await page.keyboard.press('Escape')
    const company = page.getByLabel('Company')
    expect(await company.isEnabled()).toBe(name !== 'admin')
    expect(await page.getByRole('switch', { name: 'Notifications' }).count()).toBe(name === 'root' ? 1 : 0)
  })
})

describe('deleting a user', () => {
  it('is asked first, and keeps the user among the deleted, by whom and when', async () => {
    const { page } = await panel.openAs('root', '/user')
    const search = page.getByRole('search').getByLabel('Search')
    await search.fill('editora')
    await page
      .getByRole('row', { name: /editor@demo/ })
      .getByRole('button', { name: 'Delete' })
      .click()
    const dialog = page.getByRole('dialog')
    await dialog.getByText('You are about to delete this record permanently').waitFor()
    await dialog.getByRole('button', { name: 'Delete' }).click()
    await page.getByText('There is no data to display.').waitFor()
    await page.getByRole('tab', { name: 'Deleted' }).click()
    await page.getByRole('row', { name: /editor@demo/ }).click()
    await page.getByRole('tabpanel').getByRole('link', { name: 'Ada Root' }).waitFor()
    await page.getByText('now', { exact: true }).first().waitFor()
  })
})
