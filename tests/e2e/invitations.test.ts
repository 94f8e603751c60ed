import type { Page } from 'playwright'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Api } from '../support/api'
import { answerDialog } from '../support/browser'
import { listAll } from '../support/demo-world'
import { type Panel, startPanel } from '../support/panel'
import { tabTo } from '../support/tab-to'

let panel: Panel
let root: Api
beforeAll(async () => {
  panel = await startPanel()
  root = await panel.person('root')
  for (const name of ['partner', 'admin', 'manager']) await panel.speak(name, 'en')
})
afterAll(() => panel.stop())

type User = { uid: string; status: string; role: string; company: { ref: string; label: string } }
const invited = (email: string) => listAll<User>(root, 'users', { email })

const fill = async (page: Page, email: string) => {
  await page.getByLabel('E-mail').fill(email)
  await page.getByRole('combobox', { name: 'Role' }).click()
  await page.getByRole('option', { name: 'Editor' }).click()
  await page.getByRole('button', { name: 'Invite' }).click()
}

describe('an invitation to a group', () => {
  it('waits at home, and is accepted after a question', async () => {
    const [host] = await listAll(root, 'companies', { name: 'Opéra Nomade' })
    const company = { ref: `companies/${host?.uid}` }
    await root.post(`${company.ref}/groups`, {
      name: 'Stage door',
      company,
      guests: [{ email: 'manager@demo.example' }],
    })
    const { page } = await panel.openAs('manager', '/home')
    const row = page.getByRole('row', { name: /Opéra Nomade.*Stage door.*Ada Root/ })
    await row.getByRole('button').click()
    await page.getByRole('dialog').getByText('Join “Stage door” of Opéra Nomade?').waitFor()
    await answerDialog(page, 'Confirm')
    await page.getByText('You are now a guest of Stage door').waitFor()
    await row.waitFor({ state: 'detached' })
    await page.reload()
    await page.getByRole('heading', { level: 1 }).waitFor()
    await page.getByRole('region', { name: 'Downloads' }).waitFor()
    expect(await row.count()).toBe(0)
  })
})

describe('the downloads at home', () => {
  it('are those of the reader’s language, and count', async () => {
    const { page, context } = await panel.openAs('manager', '/home')
    const links = page.getByRole('region', { name: 'Downloads' }).getByRole('button')
    await links.first().waitFor()
    const offered = await listAll<{ uid: string; name: string; downloadCount: number }>(root, 'downloads', {
      lang: 'en',
      accessible: true,
      status: 'active',
    })
    const texts = await links.allTextContents()
    expect(texts.map(text => text.replace(/ v[^ ]*$/, '')).sort()).toEqual(
      offered.map(({ name }) => name).sort(),
    )
    const opened = context.waitForEvent('page')
    await links.first().click()
    await opened
    const counts = async () =>
      (await listAll<{ uid: string; downloadCount: number }>(root, 'downloads', { lang: 'en' })).reduce(
        (sum, { downloadCount }) => sum + downloadCount,
        0,
      )
    const before = offered.reduce((sum, { downloadCount }) => sum + downloadCount, 0)
    await expect.poll(counts).toBeGreaterThan(before)
  })
})

describe('inviting a user', () => {
  it('makes a pending one, who is invited again and deleted from the list', async () => {
    const { page } = await panel.openAs('admin', '/user/invite')
    // A second try needs another address: one is written to once a minute.
    const email = `fresh-${Date.now()}@museum.example`
    await fill(page, email)
    await page.getByText(`${email} is invited. No mail server is set up`).waitFor()
    await page.getByRole('tab', { name: 'Invited', selected: true }).waitFor()
    const [user] = await invited(email)
    expect(user).toMatchObject({ status: 'pending', role: 'editor', company: { label: 'Musée du Littoral' } })
    const row = page.getByRole('row', { name: new RegExp(email) })
    await row.getByRole('button', { name: 'Resend the invitation' }).click()
    await page.getByText(/^No mail server is set up.* Invite email was successfully resent$/).waitFor()
    await row.getByRole('button', { name: 'Delete' }).click()
    await answerDialog(page, 'Delete')
    await row.waitFor({ state: 'detached' })
    expect(await invited(email)).toEqual([expect.objectContaining({ status: 'deleted' })])
  })

  it('is refused on the e-mail where there is such a user', async () => {
    const { page } = await panel.openAs('root', '/user/invite', { provoked: [/409 /] })
    await fill(page, 'viewer@demo.example')
    await page.getByText('User already exists. Please verify the email address.').waitFor()
  })

  it('says that it failed, and why', async () => {
    const { page } = await panel.openAs('root', '/user/invite', { provoked: [/503/] })
    await page.route('**/parse/user-invite', route =>
      route.fulfill({ status: 503, json: { code: 'unavailable', message: 'No' } }),
    )
    await fill(page, 'nobody@museum.example')
    await page.getByText(/^The user could not be invited\. The service is not available/).waitFor()
  })

  it('to choose another password is confirmed by their e-mail, and says where it is kept', async () => {
    const { page } = await panel.openAs('admin', '/user')
    await page
      .getByRole('row', { name: /editor@demo/ })
      .getByRole('link', { name: 'Reset password' })
      .click()
    await page.getByLabel('Confirm the e-mail').fill('editor@demo.example')
    await page.getByRole('button', { name: 'Send email' }).click()
    await page
      .getByText(/^No mail server is set up.* Password reset email successfully sent to editor@demo.example/)
      .waitFor()
  })

  it('is not offered on the list but greyed, as resetting a password is for who ranks above', async () => {
    const { page } = await panel.openAs('admin', '/user')
    await page
      .getByRole('row', { name: /admin@demo/ })
      .getByRole('link', { name: 'Reset password' })
      .waitFor()
    const invite = page.getByRole('button', { name: 'Invite' })
    expect(await invite.isDisabled()).toBe(true)
    await tabTo(page, /button "Invite"/)
    await page.getByRole('tooltip', { name: 'Users are invited at /user/invite' }).waitFor()
  })
})
