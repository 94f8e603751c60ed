import type { Page } from 'playwright'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { answerDialog, signIn } from '../support/browser/browser'
import { emailOf, type Panel, startPanel } from '../support/browser/panel'
import { login } from '../support/server/api'
import { demoPassword } from '../support/server/test-server'

let panel: Panel
beforeAll(async () => {
  panel = await startPanel()
})
afterAll(() => panel.stop())

const open = async (name: string, provoked: RegExp[] = []) => {
  const { page } = await panel.openSignedOut('/user/record', { provoked })
  await signIn(page, emailOf(name), demoPassword)
  await page.getByRole('heading', { name: 'My account' }).first().waitFor()
  return page
}
const fill = async (page: Page, old: string, fresh: string, again = fresh) => {
  await page.getByLabel('Current password').fill(old)
  await page.getByLabel('New password *').fill(fresh)
  await page.getByLabel('New password (confirmation)').fill(again)
}
const change = (page: Page) => page.getByRole('button', { name: 'Change the password' })

describe('account page', () => {
  it('the user’s name in the menu opens the account page', async () => {
    const { page } = await panel.openAs('manager', '/home')
    await page
      .getByRole('navigation', { name: 'Main menu' })
      .getByRole('link', { name: /Maya Manager/ })
      .click()
    await page.getByRole('heading', { name: 'My account' }).first().waitFor()
  })

  it('saving the first name updates the menu, and the e-mail is read-only', async () => {
    const page = await open('manager')
    const email = page.getByRole('textbox', { name: 'E-mail' })
    expect([await email.inputValue(), await email.isEditable()]).toEqual([emailOf('manager'), false])
    await page.getByLabel('First name').fill('Mayá')
    await page.getByRole('button', { name: 'Save' }).click()
    await page.getByText('Your settings are saved').waitFor()
    await page.getByRole('navigation', { name: 'Main menu' }).getByText('Mayá Manager').waitFor()
  })

  it('an account without a last name cannot be saved', async () => {
    const page = await open('manager')
    await page.getByLabel('Last name').fill('')
    await page.getByRole('button', { name: 'Save' }).click()
    await page.getByText('Please correct the errors in the following fields:').waitFor()
  })
})

describe('own password', () => {
  it('a password change needs the current password and a confirmation, and ends other sessions', async () => {
    const elsewhere = await login(panel.server.url, emailOf('root'), demoPassword)
    const page = await open('root', [/422 /])
    await fill(page, 'not-it', 'a-new-word', 'a-new-wurd')
    await page.getByLabel('Current password').focus()
    await page.getByText('Passwords mismatch').waitFor()
    await fill(page, 'not-it', 'a-new-word')
    await change(page).click()
    await page.getByText('The current password is wrong').waitFor()
    await fill(page, demoPassword, 'a-new-word')
    await change(page).click()
    await page.getByText('Your password is changed. Your other sessions are signed out.').waitFor()
    expect((await elsewhere.get('users/me')).status).toBe(401)
    expect((await login(panel.server.url, emailOf('root'), 'a-new-word')).token).toMatch(/^r:/)
    await page.reload()
    await page.getByRole('heading', { name: 'My account' }).first().waitFor()
  })
})

describe('browser storage', () => {
  it('a dismissed banner stays dismissed after a reload and another sign-in', async () => {
    const { page } = await panel.openSignedOut('/home')
    await signIn(page, emailOf('viewer'), demoPassword)
    const banner = page.getByRole('note')
    await banner.getByRole('button').click()
    await banner.waitFor({ state: 'detached' })
    // Requests still pending at the sign-out are refused, and the browser logs them as errors.
    const asked = ['/me/invitations', '/downloads'].map(path =>
      page.waitForResponse(answer => new URL(answer.url()).pathname.endsWith(path)),
    )
    await page.reload()
    await page.getByRole('heading', { name: 'Hola, Víctor' }).waitFor()
    await Promise.all(asked)
    expect(await banner.count()).toBe(0)
    await page.getByRole('button', { name: 'Cerrar sesión' }).click()
    await signIn(page, emailOf('viewer'), demoPassword)
    await page.getByRole('heading', { name: 'Hola, Víctor' }).waitFor()
    expect(await banner.count()).toBe(0)
  })

  it('clearing session storage needs a confirmation and keeps the user signed in', async () => {
    const page = await open('manager')
    await page.evaluate(() => sessionStorage.setItem('left-over', 'x'))
    await page.getByRole('button', { name: 'Clear session storage' }).click()
    await answerDialog(page, 'Cancel')
    expect(await page.evaluate(() => sessionStorage.getItem('left-over'))).toBe('x')
    await page.getByRole('button', { name: 'Clear session storage' }).click()
    await answerDialog(page, 'Confirm')
    await page.waitForURL('**/home')
    expect(await page.evaluate(() => sessionStorage.getItem('left-over'))).toBeNull()
  })

  it('clearing local storage needs a confirmation and signs the user out', async () => {
    const page = await open('manager')
    await page.evaluate(() => localStorage.setItem('left-over', 'x'))
    await page.getByRole('button', { name: 'Clear local storage' }).click()
    await answerDialog(page, 'Confirm')
    await page.getByRole('heading', { name: 'Sign in' }).waitFor()
    expect(await page.evaluate(() => localStorage.getItem('left-over'))).toBeNull()
  })
})
