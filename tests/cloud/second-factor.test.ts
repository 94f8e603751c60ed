import type { Browser, Page } from 'playwright'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { launchBrowser, signIn } from '../support/browser/browser'
import { codeBefore, codeOf } from '../support/server/one-time-code-app'
import { demoPassword } from '../support/server/test-server'
import { demoUser, makeAccount, writeProfile } from './accounts'
import { visit } from './visit'

let browser: Browser
beforeAll(async () => {
  browser = await launchBrowser()
})
afterAll(() => browser.close())

/** Errors that the test provokes: a wrong code or password, and a session without a code. */
const provoked = [/status of 4(00|01|22)/]

/** A new user of the server, with an account and a profile in Firebase. */
const newUser = async (firstname: string) => {
  const { api: root, user } = await demoUser('root')
  const company = user.company as { ref: string }
  for (const type of ['users', 'maxActive'])
    await root.post(`${company.ref}/purchases`, { type, quantity: 2 })
  const email = `factor-${Date.now()}@demo.example`
  const person = { firstname, lastname: 'Factor', email, role: 'viewer', lang: 'en', company }
  const made = await root.post<{ uid: string }>('users', {
    ...person,
    password: demoPassword,
    origin: 'creation',
  })
  const { uid } = made.body
  await makeAccount({ uid, email })
  await writeProfile(uid, { uid, ...person })
  return email
}

const section = (page: Page) => page.getByRole('region', { name: 'Second factor' })

const givePassword = async (page: Page, submit: string, password = demoPassword) => {
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Current password').fill(password)
  await dialog.getByRole('button', { name: submit }).click()
}

const switchOn = async (page: Page) => {
  await section(page).getByRole('button', { name: 'Turn on' }).click()
  await givePassword(page, 'Continue', 'not-the-password')
  await page.getByText('The current password is wrong').waitFor()
  await givePassword(page, 'Continue')
  const setup = page.getByRole('dialog', { name: 'Connect your authenticator app' })
  const secret = (await setup.locator('code').innerText()).replaceAll(' ', '')
  await setup.getByLabel('Code shown by the app').fill(await codeBefore(secret))
  await setup.getByRole('button', { name: 'Turn on' }).click()
  const shown = page.getByRole('dialog', { name: 'Your recovery codes' })
  await shown.waitFor()
  const codes = await shown.getByRole('listitem').allInnerTexts()
  await shown.getByRole('button', { name: 'I have kept them' }).click()
  await section(page).getByText('10 recovery codes left').waitFor()
  return { secret, codes }
}

const answer = async (page: Page, code: string) => {
  await page.getByLabel('Code').fill(code)
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
}

const step = (page: Page) => page.getByRole('heading', { name: 'Second step' })

describe('the second factor of accounts that sign in with Firebase', () => {
  it('a second factor is turned on and off with the Firebase password, and required at each sign-in', async () => {
    const email = await newUser('Fa')
    const { page } = await visit(browser, '/user/record', { provoked })
    await signIn(page, email, demoPassword)
    const { secret, codes } = await switchOn(page)
    // The session that turned it on goes on, also after a reload.
    await page.reload()
    await section(page).getByText('10 recovery codes left').waitFor()
    await page.getByRole('button', { name: 'Sign out' }).click()

    await signIn(page, email, demoPassword)
    await step(page).waitFor()
    await page.reload()
    await step(page).waitFor()
    await answer(page, '000000')
    await page.getByRole('alert').getByText('Wrong code.').waitFor()
    await answer(page, codeOf(secret))
    await page.getByRole('heading', { name: 'Hello Fa' }).waitFor()
    expect(await page.evaluate(() => Object.keys(localStorage))).toContain('vecto.proof')

    const other = await visit(browser, '/user/record', { provoked })
    await signIn(other.page, email, demoPassword)
    await step(other.page).waitFor()
    await answer(other.page, codes[0] ?? '')
    await section(other.page).getByText('9 recovery codes left').waitFor()
    await section(other.page).getByRole('button', { name: 'Turn off' }).click()
    await givePassword(other.page, 'Turn off')
    await other.page.getByText('The second factor is off').waitFor()
    await other.page.getByRole('button', { name: 'Sign out' }).click()
    await signIn(other.page, email, demoPassword)
    await other.page.getByRole('heading', { name: 'Hello Fa' }).waitFor()
    expect(await other.page.evaluate(() => Object.keys(localStorage))).not.toContain('vecto.proof')
  })
})
