import type { Page } from 'playwright'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { fillAccount, openAccount } from '../support/browser/account-forms'
import { answerDialog } from '../support/browser/browser'
import { chooseRowAction } from '../support/browser/list-controls'
import { type Panel, startPanel } from '../support/browser/panel'
import { tabTo } from '../support/browser/tab-to'
import { type Api, api } from '../support/server/api'
import { listAll } from '../support/server/demo-world'
import { lastLink } from '../support/server/sent-links'

let panel: Panel
let root: Api
let museum: { ref: string }
beforeAll(async () => {
  panel = await startPanel()
  root = await panel.person('root')
  const [company] = await listAll(root, 'companies', { name: 'Musée du Littoral' })
  museum = { ref: `companies/${company?.uid}` }
})
afterAll(() => panel.stop())

let made = 0
/** Invites a user. @returns the user, and the path of the invitation link */
const invite = async (more: object = {}) => {
  const email = `new${++made}@onboarding.example`
  const person = { email, lang: 'en', role: 'viewer', company: museum, ...more }
  const { body } = await root.post<{ uid: string }>('user-invite', person)
  const { link, hash } = await lastLink(root, email)
  return { uid: body.uid, email, hash, path: new URL(link).pathname }
}

const said = (page: Page, code: string, text: string | RegExp) =>
  page
    .getByRole('alert')
    .filter({ hasText: `please contact an administrator (${code}).` })
    .getByText(text)
    .waitFor()
const provoked = [/status of 4\d\d/]

describe('onboarding of an invited user', () => {
  it('an invited user activates the account with the keyboard and arrives at /home', async () => {
    const { path, email } = await invite()
    const { page } = await panel.openSignedOut(path)
    await page.getByText(email).waitFor()
    for (const [name, text] of [
      [/First name/, 'Iris'],
      [/Last name/, 'Neuf'],
      [/textbox "Password"/, 'my-own-secret'],
      [/confirmation/, 'my-own-secret'],
    ] as const) {
      await tabTo(page, name)
      await page.keyboard.type(text)
    }
    await tabTo(page, /checkbox/)
    await page.keyboard.press('Space')
    await tabTo(page, /Terms of use/)
    await page.keyboard.press('Enter')
    await page.getByText('Your account is personal.').waitFor()
    await tabTo(page, /Open my account/)
    await page.keyboard.press('Enter')
    await page.getByRole('heading', { name: 'Hello Iris' }).waitFor()
    expect(new URL(page.url()).pathname).toBe('/home')
    await page.reload()
    await page.getByRole('heading', { name: 'Hello Iris' }).waitFor()
  })

  it('the onboarding form reports missing input, and mismatched passwords on blur', async () => {
    const { path } = await invite()
    const { page } = await panel.openSignedOut(path)
    await openAccount(page)
    await page.getByRole('alert').getByText('Enter your first name.').waitFor()
    await fillAccount(page)
    await page.getByLabel('Password (confirmation)').fill('another-one')
    await page.getByLabel('First name').focus()
    await page.getByText('Passwords mismatch').waitFor()
    expect(await page.getByLabel('Password (confirmation)').inputValue()).toBe('')
    await page.getByLabel('Password (confirmation)').fill('my-own-secret')
    await page.getByRole('checkbox').uncheck()
    await openAccount(page)
    await page.getByRole('alert').getByText('Accept the terms of use to go on.').waitFor()
    await page.getByLabel('Password', { exact: true }).fill('short')
    await page.getByLabel('Password (confirmation)').fill('short')
    await openAccount(page)
    await page.getByRole('alert').getByText('at least 6 characters').waitFor()
  })

  it('a banner dismissed on the onboarding page stays dismissed after a reload', async () => {
    const { path } = await invite()
    const { page } = await panel.openSignedOut(path)
    await page.getByRole('note').getByRole('button', { name: 'Dismiss this message' }).click()
    await page.reload()
    await page.getByRole('button', { name: 'Open my account' }).waitFor()
    expect(await page.getByRole('note').count()).toBe(0)
  })

  it.each(['/onboarding/invite/', '/on-boarding/', '/on-boarding/invite/'])(
    'the onboarding page opens at %s',
    async at => {
      const { hash, email } = await invite()
      const { page } = await panel.openSignedOut(at + hash)
      await page.getByText(email).waitFor()
    },
  )

  it('the onboarding page requires signing out another user first', async () => {
    const { path } = await invite()
    const { page } = await panel.openAs('viewer', path)
    await page.getByRole('status').getByText('Someone is already signed in.').waitFor()
    expect(await page.getByLabel('Password').count()).toBe(0)
    await page.getByRole('button', { name: 'Sign out and go on' }).click()
    await fillAccount(page)
    await openAccount(page)
    await page.getByRole('heading', { name: 'Hello Iris' }).waitFor()
    // The viewer’s session has ended: the next test that needs it signs in again.
    panel.forget('viewer')
  })
})

describe('invalid onboarding links', () => {
  it.each([
    ['OB1', '/onboarding/nokeyatall', 'The link is incomplete.'],
    ['OB2', '/onboarding/abc-def', 'The link is no longer valid'],
  ])('an invalid onboarding link shows code %s (%s)', async (code, path, text) => {
    const { page } = await panel.openSignedOut(path, { provoked })
    await said(page, code, text)
    await page.getByText('Ask the person who invited you').waitFor()
    await page.getByRole('link', { name: 'Go to sign-in' }).click()
    await page.getByRole('heading', { name: 'Sign in' }).waitFor()
  })

  it('an unknown reset link shows OB2 in the browser’s language', async () => {
    const { page } = await panel.openSignedOut('/onboarding/reset/abc-def', { provoked, locale: 'fr-CA' })
    await page.getByRole('alert').getByText('veuillez contacter un administrateur (OB2).').waitFor()
    expect(await page.locator('html').getAttribute('lang')).toBe('fr')
    await page.getByRole('link', { name: 'M’envoyer un autre lien' }).click()
    await page.getByRole('button', { name: 'Réinitialiser mon mot de passe' }).waitFor()
  })

  it('a reset link of a disabled account shows OB3', async () => {
    const { uid, email, hash } = await invite()
    const nobody = api(panel.server.url)
    const answers = { firstname: 'Iris', lastname: 'Neuf', password: 'my-own-secret', termsAgreement: 1 }
    expect((await nobody.post(`onboarding/invite/${hash}`, answers)).status).toBe(200)
    await nobody.post('requestPasswordReset', { email })
    const { link } = await lastLink(root, email)
    await root.patch(`users/${uid}`, { status: 'disabled' })
    const { page } = await panel.openSignedOut(new URL(link).pathname, { provoked })
    await said(page, 'OB3', 'Your account is disabled: ask your administrator.')
  })

  it('an invitation shows OB4 when the user is deleted while the form is filled in', async () => {
    const { uid, path } = await invite()
    const { page } = await panel.openSignedOut(path, { provoked })
    await fillAccount(page)
    await root.del(`users/${uid}`)
    await openAccount(page)
    await said(page, 'OB4', 'no longer exists')
    expect(await page.getByLabel('First name').count()).toBe(0)
  })

  it('onboarding shows OB6 for a long password and OB5 without a free seat, and the link stays valid', async () => {
    const { body } = await root.post<{ uid: string }>('companies', { name: 'Full house' })
    const company = { ref: `companies/${body.uid}` }
    const { path } = await invite({ company })
    const { page } = await panel.openSignedOut(path, { provoked })
    await fillAccount(page, { password: 'x'.repeat(201) })
    await openAccount(page)
    await said(page, 'OB6', '200 characters at most')
    await fillAccount(page)
    await openAccount(page)
    await said(page, 'OB5', 'Your company has no free seat left.')
    for (const type of ['users', 'maxActive'])
      await root.post(`${company.ref}/purchases`, { type, quantity: 1 })
    await openAccount(page)
    await page.getByRole('heading', { name: 'Hello Iris' }).waitFor()
  })
})

describe('group invitation links', () => {
  const inviteGuest = async (name: string, email: string) => {
    const { body } = await root.post<{ uid: string }>(`${museum.ref}/groups`, { name, guests: [{ email }] })
    const { link } = await lastLink(root, email)
    const guests = () =>
      root.get<{ results: { status: string }[] }>(`${museum.ref}/groups/${body.uid}/guests`)
    return { path: new URL(link).pathname, status: async () => (await guests()).body.results[0]?.status }
  }

  it('a guest without an account joins the group by its link', async () => {
    const { path, status } = await inviteGuest('Harbour', 'someone@guests.example')
    const { page } = await panel.openSignedOut(path)
    await page.getByText('invites you to the group “Harbour” of Musée du Littoral.').waitFor()
    await page.getByRole('button', { name: 'Join the group' }).click()
    await page.getByRole('status').getByText('You are now a guest of “Harbour”.').waitFor()
    expect(await status()).toBe('accepted')
  })

  it('a signed-in user joins the group by its link and continues to the home page', async () => {
    await panel.speak('admin2', 'en')
    const { path, status } = await inviteGuest('Lighthouse', 'admin2@demo.example')
    const { page } = await panel.openAs('admin2', path)
    await page.getByRole('button', { name: 'Join the group' }).click()
    await page.getByRole('link', { name: 'Go to the home page' }).click()
    await page.getByRole('heading', { level: 1, name: /^Hello/ }).waitFor()
    expect(await status()).toBe('accepted')
    expect(await page.getByText('Lighthouse').count()).toBe(0)
  })

  it('the list of guests resends an invitation and deletes the guest', async () => {
    await panel.speak('admin', 'en')
    await inviteGuest('Quay', 'resent@guests.example')
    const { page } = await panel.openAs('admin', `/company/guests/${museum.ref.split('/')[1]}`)
    const row = page.getByRole('row', { name: /resent@guests/ })
    await row.getByRole('button', { name: 'Send the invitation again' }).click()
    await page.getByText('The invitation was sent again; the previous link no longer works.').waitFor()
    await chooseRowAction(row, 'Delete')
    await answerDialog(page, 'Delete')
    await row.waitFor({ state: 'detached' })
  })
})
