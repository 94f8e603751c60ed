import type { Browser } from 'playwright'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { launchBrowser } from '../support/browser/browser'
import { long } from '../support/process/long'
import { demoUser, makeAccount, uidOfAccount, writeProfile } from './accounts'
import { chooseNew, openWindow, providerButton } from './provider-window'
import { visit } from './visit'

let browser: Browser
beforeAll(async () => {
  browser = await launchBrowser()
})
afterAll(() => browser.close())

const on = { remoteConfig: { thirdPartySignIn: 'true' } }
describe('the button of the identity provider', () => {
  it('shows the third-party button when Remote Config enables it', async () => {
    const { page } = await visit(browser, '/signin', on)
    await providerButton(page).waitFor()
  })

  it.each([[{}], [{ thirdPartySignIn: 'false' }]])(
    'hides the third-party button with %j',
    async remoteConfig => {
      const { page } = await visit(browser, '/signin', { remoteConfig })
      await page.waitForResponse(/firebaseremoteconfig/)
      await page.waitForTimeout(300)
      expect(await providerButton(page).count()).toBe(0)
    },
  )

  it('hides the third-party button and logs a line when Remote Config is unavailable', async () => {
    const provoked = [/Remote Config cannot be reached/, /firebaseremoteconfig/]
    const { page } = await visit(browser, '/signin', { remoteConfig: null, provoked })
    await page.getByRole('button', { name: 'Sign in', exact: true }).waitFor()
    await page.waitForEvent('console', message => message.text().includes('Remote Config cannot be reached'))
    expect(await providerButton(page).count()).toBe(0)
  })
})

describe('the window of the identity provider', () => {
  it('a first third-party sign-in waits until the functions have set up the account', async () => {
    const { user } = await demoUser('manager')
    const { page } = await visit(browser, '/signin', { ...on, ofProvider: true })
    await chooseNew(await openWindow(page), user.email)
    await page.getByText('Setting up your account…').waitFor()
    // The functions need some time at the first sign-in.
    await page.waitForTimeout(3_000)
    const uid = await uidOfAccount(user.email)
    await writeProfile(String(uid), { uid: user.uid, firstname: 'Mona', lang: 'en', role: 'manager' })
    await page.getByRole('heading', { name: 'Hello Mona' }).waitFor()
  })

  it('closing the provider’s window leaves the sign-in page unchanged', long, async () => {
    const { page } = await visit(browser, '/signin', on)
    const popup = await openWindow(page)
    await page.getByText('Continue in the other window…').waitFor()
    await popup.close()
    // Firebase waits a while for a message of the closed window.
    await providerButton(page).waitFor({ timeout: 20_000 })
    expect(await page.locator('.sign-in-problem').allInnerTexts()).toEqual(['', ''])
  })

  it('reports a provider window that the browser blocks', async () => {
    const { page } = await visit(browser, '/signin', on)
    await page.evaluate(() => {
      window.open = () => null
    })
    await providerButton(page).click()
    await page.getByRole('alert').getByText('Your browser has blocked the sign-in window.').waitFor()
  })

  it('refuses a third-party account without a role', async () => {
    await makeAccount({ uid: 'known-elsewhere', email: 'elsewhere@demo.example' })
    const { page } = await visit(browser, '/signin', { ...on, provoked: [/status of 401/] })
    await chooseNew(await openWindow(page), 'elsewhere@demo.example')
    await page.getByRole('status').getByText('This account has no role yet.').waitFor()
  })
})
