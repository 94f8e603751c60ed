import type { Page } from 'playwright'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { answerDialog } from '../support/browser/browser'
import { chooseAction, chooseRowAction } from '../support/browser/list-controls'
import { type Panel, startPanel } from '../support/browser/panel'
import { long } from '../support/process/long'
import type { Api } from '../support/server/api'
import { listAll } from '../support/server/demo-world'

let panel: Panel
let root: Api
let museum: string
beforeAll(async () => {
  panel = await startPanel()
  root = await panel.person('root')
  for (const name of ['partner', 'admin']) await panel.speak(name, 'en')
  museum = (await listAll(root, 'companies', { name: 'Musée du Littoral' }))[0]?.uid ?? ''
})
afterAll(() => panel.stop())

type Group = { uid: string; name: string; guests: { label: string }[]; members: { label: string }[] }

const groupNamed = async (name: string) => {
  const { body } = await root.get<{ results: Group[] }>(`companies/${museum}/groups?batch=100`)
  return body.results.find(group => group.name === name)
}
const save = (page: Page) => page.getByRole('button', { name: 'Save' }).click()
const nameIt = async (page: Page, name: string) => {
  await page.getByRole('heading', { level: 1, name: 'New group' }).waitFor()
  await page.getByRole('textbox', { name: 'Name' }).fill(name)
}
const remove = async (page: Page, name: string) => {
  await chooseRowAction(rowOf(page, name), 'Delete')
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click()
}
const rowOf = (page: Page, name: string) => page.getByRole('row', { name: new RegExp(name) })

describe('company groups', () => {
  it('groups are created with members and guests, edited and deleted', long, async () => {
    const { page } = await panel.openAs('root', '/company', { provoked: [/409 /] })
    await page.getByRole('search').getByLabel('Name').fill('musée')
    await chooseRowAction(rowOf(page, 'Musée du Littoral'), 'Groups')
    await page.getByRole('heading', { name: 'Groups – Musée du Littoral' }).first().waitFor()
    await page.getByRole('link', { name: 'Create' }).click()
    await nameIt(page, 'Night shift')
    await page.getByRole('combobox', { name: 'Members' }).fill('adrien')
    await page.getByRole('option', { name: 'Adrien Administrateur' }).click()
    await page.getByRole('combobox', { name: 'Guests' }).fill('ann@night.example, bob')
    await save(page)
    await page.getByText('“bob” is not an e-mail address').waitFor()
    await page.getByRole('button', { name: 'bob', exact: true }).press('Delete')
    await save(page)
    await rowOf(page, 'Night shift').waitFor()
    const made = await groupNamed('Night shift')
    expect(made?.guests.map(({ label }) => label)).toEqual(['ann@night.example'])
    expect(made?.members.map(({ label }) => label)).toEqual(['Adrien Administrateur'])

    await rowOf(page, 'Night shift').getByRole('link', { name: 'Edit' }).click()
    await page.getByRole('combobox', { name: 'Guests' }).fill('bob@night.example')
    await page.getByLabel('Comment').fill('From ten to six')
    await save(page)
    await rowOf(page, 'From ten to six').waitFor()
    const changed = await groupNamed('Night shift')
    expect(changed?.guests.map(({ label }) => label).sort()).toEqual([
      'ann@night.example',
      'bob@night.example',
    ])

    await remove(page, 'Night shift')
    await page
      .getByRole('alert')
      .getByText(/^Unable to delete group: Other records still use this one: guests\./)
      .waitFor()
    await answerDialog(page, 'Cancel')
    await rowOf(page, 'Night shift').getByRole('link', { name: 'Edit' }).click()
    await page.getByRole('combobox', { name: 'Guests' }).press('Backspace')
    await page.getByRole('combobox', { name: 'Guests' }).press('Backspace')
    await save(page)
    await remove(page, 'Night shift')
    await page.getByText('Group deleted').waitFor()
    expect(await groupNamed('Night shift')).toBeUndefined()
  })

  it('a group name that the company already uses is rejected', async () => {
    await root.post(`companies/${museum}/groups`, { name: 'Twice', company: { ref: `companies/${museum}` } })
    const path = `/company/companies.${museum}/group/create`
    const { page } = await panel.openAs('partner', path, { provoked: [/422 /] })
    await nameIt(page, 'twice')
    await save(page)
    await page.getByText('Already in use').waitFor()
  })
})

describe('company guests', () => {
  it('a guest is invited to a group of the company and sees the invitation', async () => {
    await root.post(`companies/${museum}/groups`, {
      name: 'Open day',
      company: { ref: `companies/${museum}` },
    })
    const { page } = await panel.openAs('admin', `/company/groups/${museum}`)
    await page.getByRole('link', { name: 'Guests' }).click()
    await page.getByRole('heading', { name: 'Guests – Musée du Littoral' }).first().waitFor()
    await page.getByRole('link', { name: 'Create' }).click()
    await page.getByRole('combobox', { name: 'Group' }).click()
    await page.getByRole('option', { name: 'Open day' }).click()
    await page.getByLabel('E-mail').fill('editor@demo.example')
    await save(page)
    await rowOf(page, 'editor@demo.example.*Open day').getByText('Invited').waitFor()
    const editor = await panel.person('editor')
    const { body } = await editor.get<{ results: { group: { label: string } }[] }>('me/invitations')
    expect(body.results.map(({ group }) => group.label)).toContain('Open day')
  })
})

describe('company purchases', () => {
  it('purchases raise a quota and cannot lower it below its use', long, async () => {
    const { page } = await panel.openAs('root', `/company/show/${museum}`, { provoked: [/409 /] })
    await chooseAction(page, 'Purchases')
    await page.getByRole('link', { name: 'Create' }).click()
    const buy = async (quantity: string) => {
      await page.getByRole('combobox', { name: 'Type' }).click()
      await page.getByRole('option', { name: 'User seats' }).click()
      await page.getByLabel('Quantity').fill(quantity)
      await save(page)
    }
    const { users: before } = (
      await root.get<{ users: { purchased: number; total: number } }>(`companies/${museum}`)
    ).body
    await buy('7')
    await page.getByRole('cell', { name: '+7', exact: true }).waitFor()
    await page.getByRole('link', { name: 'Create' }).click()
    await buy('-1000')
    const [left, total] = [before.purchased + 7 - before.total, before.purchased + 7]
    await page.getByText(`The quota does not allow this: ${left} left of ${total}.`).waitFor()
    await page.getByLabel('Quantity').fill('-7')
    await save(page)
    await page.getByRole('cell', { name: '-7', exact: true }).waitFor()
    const { body } = await root.get<{ users: { purchased: number } }>(`companies/${museum}`)
    expect(body.users.purchased).toBe(before.purchased)
  })

  it('an administrator cannot create purchases', async () => {
    const { page } = await panel.openAs('admin', `/company/purchases/${museum}`)
    await page.getByRole('heading', { name: 'Purchases – Musée du Littoral' }).first().waitFor()
    expect(await page.getByRole('button', { name: 'Create' }).isDisabled()).toBe(true)
    await page.goto(`/company/companies.${museum}/purchase/create`)
    await page.getByRole('heading', { name: 'Access denied' }).waitFor()
  })
})

describe('company stakeholders', () => {
  it('the company screen lists stakeholders', async () => {
    await root.post(`companies/${museum}/groups`, {
      name: 'Friends',
      company: { ref: `companies/${museum}` },
      guests: [{ email: 'friend@museum.example' }],
    })
    const { page } = await panel.openAs('root', `/company/show/${museum}`)
    const card = page.getByRole('region', { name: 'Stakeholders' })
    await card.getByRole('link', { name: 'Pauline Partenaire' }).waitFor()
    await card.getByRole('link', { name: 'Friends' }).click()
    await page.getByRole('button', { name: 'friend@museum.example' }).waitFor()
  })
})

describe('/mycompany', () => {
  it(
    '/mycompany shows an administrator the counters, the form and the groups of the company',
    long,
    async () => {
      const { page } = await panel.openAs('admin', '/mycompany')
      await page.getByRole('heading', { level: 1, name: 'Musée du Littoral' }).waitFor()
      const counters = page
        .getByRole('listitem')
        .filter({ hasText: /^(Seats|Active seats|Minutes used)\d+ \/ \d+$/ })
      expect(await counters.count()).toBe(3)
      await page.getByLabel('Offline mode').click()
      await save(page)
      await page.getByText('Company saved').waitFor()
      expect(new URL(page.url()).pathname).toBe('/mycompany')
      await page.getByRole('link', { name: 'New group' }).click()
      await nameIt(page, 'Made from my company')
      await save(page)
      await rowOf(page, 'Made from my company').waitFor()
    },
  )

  it('/mycompany is denied to a partner', async () => {
    const { page } = await panel.openAs('partner', '/mycompany')
    await page.getByRole('heading', { name: 'Access denied' }).waitFor()
  })
})
