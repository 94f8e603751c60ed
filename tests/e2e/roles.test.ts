import type { Page } from 'playwright'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { addFilter, firstRow, openRowMenu } from '../support/browser/list-controls'
import { type Panel, startPanel } from '../support/browser/panel'
import { settled } from '../support/browser/screens'

let panel: Panel
beforeAll(async () => {
  panel = await startPanel()
  for (const role of Object.keys(menus)) await panel.speak(role, 'en')
})
afterAll(() => panel.stop())

const open = async (role: string, path: string) => {
  const { page } = await panel.openAs(role, path)
  await page.getByRole('navigation', { name: 'Main menu' }).getByRole('link').first().waitFor()
  await settled(page)
  return page
}

const visit = async (page: Page, path: string) => {
  await page.goto(path)
  await settled(page)
}

const isRefused = (page: Page) => page.getByRole('alert').getByText('Access denied').isVisible()

const shared = [
  'Users',
  'Sessions',
  'Environments',
  '360 videos',
  '3D videos',
  'Medias',
  'Usage',
  'Audit log',
  'Trash',
]

const menus = {
  root: ['Home', 'Companies', ...shared, 'Administration'],
  partner: ['Home', 'Companies', ...shared],
  admin: ['Home', 'My company', ...shared],
  manager: ['Home'],
  editor: ['Home'],
  viewer: ['Home'],
} as const

it.each(Object.entries(menus))(
  'the menu of %s lists exactly the screens that the role can open',
  async (role, items) => {
    const page = await open(role, '/home')
    const menu = page.getByRole('navigation', { name: 'Main menu' })
    expect(await menu.getByRole('listitem').getByRole('link').allTextContents()).toEqual(items)
    expect(await menu.getByRole('button', { name: 'Sign out' }).isVisible()).toBe(true)
  },
)

describe('roles on companies', () => {
  it('a manager sees “Accès interdit” on companies, in French', async () => {
    await panel.speak('manager', 'fr')
    const { page } = await panel.openAs('manager', '/company')
    await page.getByText('Accès interdit').first().waitFor()
    expect(await page.getByRole('row').count()).toBe(0)
    await panel.speak('manager', 'en')
  })

  it('a partner creates companies only while their company has canCreateCompanies', async () => {
    const root = await panel.person('root')
    const page = await open('partner', '/company')
    await page.getByRole('link', { name: 'Create' }).waitFor()
    const partner = await panel.person('partner')
    const { body } = await partner.get<{ company: { ref: string } }>('users/me')
    await root.patch(body.company.ref, { canCreateCompanies: false })
    try {
      await page.reload()
      await page.getByRole('row').nth(1).waitFor()
      expect(await page.getByRole('button', { name: 'Create', exact: true }).isDisabled()).toBe(true)
      await visit(page, '/company/create')
      expect(await isRefused(page)).toBe(true)
    } finally {
      await root.patch(body.company.ref, { canCreateCompanies: true })
    }
  })

  it('root filters companies by partner and deletes them, and a partner cannot', async () => {
    const page = await open('root', '/company')
    const search = await addFilter(page, 'Partner')
    await search.getByLabel('Partner').waitFor()
    await (await openRowMenu(firstRow(page))).getByRole('menuitem', { name: 'Delete' }).waitFor()
    const other = await open('partner', '/company')
    await other.getByRole('row').nth(1).waitFor()
    await other.getByRole('search').getByRole('button', { name: 'Filter' }).click()
    await other.getByRole('menuitem', { name: 'Created' }).waitFor()
    expect(await other.getByRole('menuitem', { name: 'Partner' }).count()).toBe(0)
    await other.keyboard.press('Escape')
    const menu = await openRowMenu(firstRow(other))
    await menu.getByRole('menuitem', { name: 'Show' }).waitFor()
    expect(await menu.getByRole('menuitem', { name: 'Delete' }).count()).toBe(0)
  })
})

describe('company column and selector', () => {
  it.each(['root', 'admin', 'partner'])('medias show %s the company column and selector', async role => {
    const page = await open(role, '/medias')
    await (await addFilter(page, 'Company')).getByLabel('Company').waitFor()
    if (role === 'partner') {
      await page.getByRole('tabpanel').getByLabel('Company').click()
      await page.getByRole('option', { name: 'Panorama Partners' }).click()
    }
    await page.getByRole('columnheader', { name: 'Company' }).waitFor()
  })
})

describe('roles on medias', () => {
  it('an administrator creates medias only for their own company', async () => {
    const page = await open('admin', '/medias/create')
    const company = page.getByLabel('Company')
    await expect.poll(() => company.inputValue()).toBe('Musée du Littoral')
    expect(await company.isEnabled()).toBe(false)
    const other = await open('partner', '/medias/create')
    expect(await other.getByRole('combobox', { name: /^Company/ }).isEnabled()).toBe(true)
  })

  it('root deletes medias, and an administrator can only regenerate thumbnails and create', async () => {
    const page = await open('root', '/medias')
    await (await openRowMenu(firstRow(page))).getByRole('menuitem', { name: 'Delete' }).waitFor()
    const other = await open('admin', '/medias')
    const menu = await openRowMenu(firstRow(other))
    await menu.getByRole('menuitem', { name: 'Regenerate thumbnail' }).waitFor()
    for (const name of ['Delete', 'Restore'])
      expect(await menu.getByRole('menuitem', { name }).count()).toBe(0)
    await other.keyboard.press('Escape')
    await other.getByRole('link', { name: 'Create' }).waitFor()
  })
})
