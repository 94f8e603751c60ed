import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { chooseRowAction } from '../support/browser/list-controls'
import { type Panel, startPanel } from '../support/browser/panel'
import type { Api } from '../support/server/api'

let panel: Panel
let root: Api
beforeAll(async () => {
  panel = await startPanel()
  root = await panel.person('root')
  for (const name of ['partner', 'admin']) await panel.speak(name, 'en')
})
afterAll(() => panel.stop())

describe('user list', () => {
  it('the user list has tabs of active, invited and deleted users with their own sort order', async () => {
    const { page } = await panel.openAs('root', '/user')
    await page.getByRole('button', { name: 'Sort by e-mail descending' }).waitFor()
    const statuses = async () => new Set(await page.locator('.status').allTextContents())
    // The tab states that the others are active.
    expect([...(await statuses())].filter(each => each !== 'Disabled')).toEqual([])
    await page.getByRole('tab', { name: 'Invited' }).click()
    await page.getByRole('tab', { name: 'Invited', selected: true }).waitFor()
    // Ignores the prefetch of the next page of the previous tab.
    const asked = page.waitForRequest(request => {
      const { pathname, searchParams } = new URL(request.url())
      return pathname === '/parse/users' && searchParams.get('q')?.includes('deleted') === true
    })
    await page.getByRole('tab', { name: 'Deleted' }).click()
    const search = new URL((await asked).url()).searchParams
    expect([search.get('fsort'), search.get('osort')]).toEqual(['deletedAt', 'desc'])
    await page.getByRole('columnheader', { name: 'Status' }).waitFor({ state: 'detached' })
    expect([...(await statuses())]).toEqual([])
  })

  it('the user list requires a partner to choose a company first', async () => {
    const { page } = await panel.openAs('partner', '/user')
    const text = 'Company Parameter is required: Select a company to access the relevant list.'
    await page.getByText(text).waitFor()
    expect(await page.getByRole('row').count()).toBe(0)
    await page.getByRole('tabpanel').getByLabel('Company').click()
    await page.getByRole('option', { name: 'Musée du Littoral' }).click()
    await page.getByRole('row', { name: /admin@demo/ }).waitFor()
    expect(await page.getByText(text).count()).toBe(0)
  })

  it('the user search matches prefixes of names and addresses', async () => {
    const { page } = await panel.openAs('root', '/user')
    await page.getByRole('search').getByLabel('Search').fill('visit')
    await page.getByText('1-1 of 1').waitFor()
    await page.getByRole('cell', { name: 'Visitante', exact: true }).waitFor()
  })

  it('an administrator cannot see a user with a higher role', async () => {
    const admin = await panel.person('admin')
    const { body: me } = await admin.get<{ company: { ref: string } }>('users/me')
    const made = await root.post<{ uid: string }>('users', {
      firstname: 'Ranked',
      lastname: 'Above',
      email: 'above@new.example',
      password: 'secret1',
      role: 'partner',
      lang: 'en',
      company: { ref: me.company.ref },
      origin: 'creation',
    })
    const { page } = await panel.openAs('admin', '/user', { provoked: [/404 .*\/parse\/users\//] })
    await page.getByRole('search').getByLabel('Search').fill('above')
    await page.getByText('There is no data to display.').waitFor()
    await page.goto(`/user/show/${made.body.uid}`)
    await page.getByText('does not exist').first().waitFor()
  })
})

describe('deleting a user', () => {
  it('deleting a user needs a confirmation and records who deleted the user and when', async () => {
    const { page } = await panel.openAs('root', '/user')
    const search = page.getByRole('search').getByLabel('Search')
    await search.fill('editora')
    await chooseRowAction(page.getByRole('row', { name: /editor@demo/ }), 'Delete')
    const dialog = page.getByRole('dialog')
    await dialog.getByText('It stays in the trash for').waitFor()
    await dialog.getByRole('button', { name: 'Delete' }).click()
    await page.getByText('There is no data to display.').waitFor()
    await page.getByRole('tab', { name: 'Deleted' }).click()
    await page.getByRole('row', { name: /editor@demo/ }).click()
    await page.getByRole('tabpanel').getByRole('link', { name: 'Ada Root' }).waitFor()
    await page.getByText('now', { exact: true }).first().waitFor()
  })
})
