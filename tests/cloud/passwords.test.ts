import type { Browser, Page } from 'playwright'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { launchBrowser, signIn } from '../support/browser/browser'
import { demoPassword } from '../support/server/test-server'
import { demoUser, firebase, makeAccount, moveToFirebase, separateViewer } from './accounts'
import { visit } from './visit'

let browser: Browser
beforeAll(async () => {
  browser = await launchBrowser()
})
afterAll(() => browser.close())

const change = async (page: Page, old: string, password: string) => {
  await page.getByLabel(/^Current password/).fill(old)
  await page.getByLabel('New password *').fill(password)
  await page.getByLabel('New password (confirmation)').fill(password)
  await page.getByRole('button', { name: 'Change the password' }).click()
}

it('changes the user’s own Firebase password only with the current one', async () => {
  const { email } = await separateViewer('Cha')
  const { page } = await visit(browser, '/user/record', { provoked: [/status of 400/] })
  await signIn(page, email, demoPassword)
  await change(page, 'not-the-present-one', 'another-password')
  await page.getByText('The current password is wrong').waitFor()
  await change(page, demoPassword, 'another-password')
  await page.getByText(/^Your password is changed\./).waitFor()
  await page.getByRole('button', { name: 'Sign out' }).click()
  await signIn(page, email, 'another-password')
  await page.getByRole('heading', { name: 'Hello Cha' }).waitFor()
})

it('resets another user’s password by a link that Firebase sends', async () => {
  const { user: editor } = await demoUser('editor')
  const root = await moveToFirebase('root')
  await makeAccount({ uid: editor.uid, email: editor.email })
  const { page } = await visit(browser, `/pw-email?id=${editor.uid}`)
  await signIn(page, root.email, demoPassword)
  await page.getByLabel('Confirm the e-mail').fill(editor.email)
  await page.getByRole('button', { name: 'Send email' }).click()
  await page.getByText(`Password reset email successfully sent to ${editor.email}`).waitFor()
  expect(await firebase.sentLinks()).toContainEqual(
    expect.objectContaining({ email: editor.email, requestType: 'PASSWORD_RESET' }),
  )
})
