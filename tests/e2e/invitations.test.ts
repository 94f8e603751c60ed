import type { Page } from 'playwright'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { inviteUser } from '../support/browser/account-forms'
import { answerDialog } from '../support/browser/browser'
import { chooseRowAction } from '../support/browser/list-controls'
import { type Panel, startPanel } from '../support/browser/panel'
import { tabTo } from '../support/browser/tab-to'
import { long } from '../support/process/long'
import type { Api } from '../support/server/api'
import { listAll } from '../support/server/demo-world'

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

const fill = (page: Page, email: string) => inviteUser(page, { email, role: 'Editor' })

describe('group invitations', () => {
  it('a group invitation on the home page is accepted after a confirmation', async () => {
    const [host] = await listAll(root, 'companies', { name: 'Opéra Nomade' })
    const company = { ref: `companies/${host?.uid}` }
    await root.post(`${company.ref}/groups`, {
      name: 'Stage door',
      company,
      guests: [{ email: 'manager@demo.example' }],
    })
    const { page } = await panel.openAs('manager', '/home')
    const row = page.getByRole('row', { name: /Opéra Nomade.*Stage door.*Ada Root/ })
    await row.getByRole('button', { name: /^Accept/ }).click()
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

describe('downloads on the home page', () => {
  it('home lists the downloads in the user’s language and counts each download', async () => {
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

describe('user invitations', () => {
  it(
    'an invited user is pending, and the list resends the invitation and deletes the user',
    long,
    async () => {
      const { page } = await panel.openAs('admin', '/user/invite')
      // A retry of this test needs another address: each gets one e-mail a minute.
      const email = `fresh-${Date.now()}@museum.example`
      await fill(page, email)
      await page.getByText(`${email} is invited. No mail server is set up`).waitFor()
      await page.getByRole('tab', { name: 'Invited', selected: true }).waitFor()
      const [user] = await invited(email)
      expect(user).toMatchObject({
        status: 'pending',
        role: 'editor',
        company: { label: 'Musée du Littoral' },
      })
      const row = page.getByRole('row', { name: new RegExp(email) })
      await chooseRowAction(row, 'Resend the invitation')
      await page.getByText(/^No mail server is set up.* Invite email was successfully resent$/).waitFor()
      await chooseRowAction(row, 'Delete')
      await answerDialog(page, 'Delete')
      await row.waitFor({ state: 'detached' })
      expect(await invited(email)).toEqual([expect.objectContaining({ status: 'deleted' })])
    },
  )

  it('inviting an existing user reports an error on the e-mail field', async () => {
    const { page } = await panel.openAs('root', '/user/invite', { provoked: [/409 /] })
    await fill(page, 'viewer@demo.example')
    await page.getByText('User already exists. Please verify the email address.').waitFor()
  })

  it('a failed invitation shows the reason', async () => {
    const { page } = await panel.openAs('root', '/user/invite', { provoked: [/503/] })
    await page.route('**/parse/user-invite', route =>
      route.fulfill({ status: 503, json: { code: 'unavailable', message: 'No' } }),
    )
    await fill(page, 'nobody@museum.example')
    await page.getByText(/^The user could not be invited\. The service is not available/).waitFor()
  })

  it('sending a password reset requires typing the user’s e-mail', async () => {
    const { page } = await panel.openAs('admin', '/user')
    await chooseRowAction(page.getByRole('row', { name: /editor@demo/ }), 'Reset password')
    await page.getByLabel('Confirm the e-mail').fill('editor@demo.example')
    await page.getByRole('button', { name: 'Send email' }).click()
    await page
      .getByText(/^No mail server is set up.* Password reset email successfully sent to editor@demo.example/)
      .waitFor()
  })

  it('the list of users disables the invite button and explains it in a tooltip', async () => {
    const { page } = await panel.openAs('admin', '/user')
    await page.getByRole('row', { name: /admin@demo/ }).waitFor()
    const invite = page.getByRole('button', { name: 'Invite' })
    expect(await invite.isDisabled()).toBe(true)
    await tabTo(page, /button "Invite"/)
    await page.getByRole('tooltip', { name: 'Users are invited at /user/invite' }).waitFor()
  })
})
