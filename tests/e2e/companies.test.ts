import type { Page } from 'playwright'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { addFilter } from '../support/browser/list-controls'
import { type Panel, startPanel } from '../support/browser/panel'
import { settled } from '../support/browser/screens'
import type { Api } from '../support/server/api'
import { listAll } from '../support/server/demo-world'

let panel: Panel
let root: Api
beforeAll(async () => {
  panel = await startPanel()
  root = await panel.person('root')
  for (const name of ['partner', 'admin']) await panel.speak(name, 'en')
})
afterAll(() => panel.stop())

const uidOf = async (name: string) => (await listAll(root, 'companies', { name }))[0]?.uid ?? ''
const fieldsOf = async (page: Page) => {
  await page.getByRole('button', { name: 'Save' }).waitFor()
  const labels = ['Is a partner', 'Can create companies', 'Data access', 'Offline mode']
  const enabled = labels.map(async name => {
    const field = page.getByRole('switch', { name })
    return [name, (await field.count()) > 0 && (await field.isEnabled())]
  })
  return Object.fromEntries(await Promise.all(enabled))
}

describe('company list', () => {
  it('the company list shows seats, active seats, minutes, partner and data access', async () => {
    // Wide enough for all columns.
    const { page } = await panel.openAs('root', '/company', { viewport: { width: 1440, height: 800 } })
    await page.getByRole('search').getByLabel('Name').fill('musée')
    const row = page.getByRole('row', { name: 'Musée du Littoral' })
    await row.getByText('14 / 30').waitFor()
    await row.getByText('13 / 27').waitFor()
    await row.getByText(/^[\d.]+ \/ 900 min$/).waitFor()
    await row.getByRole('link', { name: 'Panorama Partners' }).waitFor()
    await row.getByRole('img', { name: 'Yes' }).waitFor()
  })

  it('the partner filter of the company list only offers partner companies', async () => {
    const { page } = await panel.openAs('root', '/company')
    await addFilter(page, 'Partner')
    const options = page.getByRole('option')
    await options.first().waitFor()
    expect(await options.allTextContents()).toEqual(['Atelier Immersif', 'Panorama Partners'])
    await page.getByRole('option', { name: 'Atelier Immersif' }).click()
    await page.getByText('1-4 of 4').waitFor()
  })

  it('rows of the company list link to the record and its form', async () => {
    const { page } = await panel.openAs('root', '/company')
    const row = page.getByRole('row', { name: 'Atlas Automotive' })
    await row.getByRole('link', { name: 'Edit' }).click()
    await page.waitForURL('**/company/modify/**')
    await page.getByRole('button', { name: 'Back' }).click()
    await row.getByRole('link', { name: 'Atlas Automotive', exact: true }).click()
    await page.waitForURL('**/company/show/**')
    await page.getByRole('tab', { name: 'Users' }).click()
    await page.getByText(/^1-5 of/).waitFor()
  })
})

describe('company form', () => {
  it('root can edit all company fields, and “Can create companies” only for a partner', async () => {
    const { page } = await panel.openAs('root', '/company/create')
    expect(await fieldsOf(page)).toEqual({
      'Is a partner': true,
      'Can create companies': false,
      'Data access': true,
      'Offline mode': true,
    })
    await page.getByRole('switch', { name: 'Is a partner' }).click()
    expect(await page.getByRole('switch', { name: 'Can create companies' }).isEnabled()).toBe(true)
    await page.getByLabel('Name').fill('A new partner')
    await page.getByRole('button', { name: 'Save' }).click()
    await page.getByText('Company created').waitFor()
    await page.getByRole('heading', { name: 'A new partner' }).first().waitFor()
    await page.waitForURL('**/company/show/**')
  })

  it.each([
    ['partner', { 'Data access': false }],
    ['admin', { 'Data access': true }],
  ])('the company form disables the fields for %s that only root may change', async (name, more) => {
    const path = `/company/modify/${await uidOf('Musée du Littoral')}`
    const { page } = await panel.openAs(name, path)
    await settled(page)
    const fields = await fieldsOf(page)
    expect(fields).toEqual({
      'Is a partner': false,
      'Can create companies': false,
      'Offline mode': true,
      ...more,
    })
    expect(await page.getByRole('combobox', { name: 'Partner' }).and(page.locator(':enabled')).count()).toBe(
      0,
    )
  })

  it('the company form shows a read-only offline duration when the offline mode is on', async () => {
    const { page } = await panel.openAs('root', `/company/modify/${await uidOf('Musée du Littoral')}`)
    await page.getByRole('switch', { name: 'Offline mode' }).waitFor()
    expect(await page.getByText('Offline duration').count()).toBe(0)
    await page.getByRole('switch', { name: 'Offline mode' }).click()
    await page.getByText('5 days').waitFor()
    expect(await page.getByRole('spinbutton').count()).toBe(0)
  })

  it('the company form lists missing fields, and a click focuses the field', async () => {
    const { page } = await panel.openAs('root', '/company/create')
    await page.getByRole('button', { name: 'Save' }).click()
    const summary = page.getByRole('alert').filter({ hasText: 'Please correct the errors' })
    expect(await summary.innerText()).toMatch(/^Please correct the errors in the following fields:\s+Name$/)
    await summary.getByRole('button', { name: 'Name' }).click()
    expect(await page.getByLabel('Name').evaluate(field => field === document.activeElement)).toBe(true)
  })
})

describe('company load errors', () => {
  it('a company that cannot be loaded shows an error and loads on retry', async () => {
    const path = `/company/show/${await uidOf('Opéra Nomade')}`
    const { page } = await panel.openAs('root', '/home', { provoked: [/50\d.*companies/, /500:/] })
    const address = '**/parse/companies/*'
    await page.route(address, route => route.fulfill({ status: 500, json: { code: 'server_error' } }))
    await page.goto(path)
    const alert = page.getByRole('alert')
    await alert.getByText("Couldn't get company data").waitFor()
    await page.unroute(address)
    await alert.getByRole('button', { name: 'Try again' }).click()
    await page.getByRole('heading', { name: 'Opéra Nomade' }).first().waitFor()
  })
})
