import type { Browser, Page } from 'playwright'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { launchBrowser } from '../support/browser'
import { long } from '../support/long'
import { demoUser, makeAccount, uidOfAccount, writeProfile } from './accounts'
import { visit } from './visit'

let browser: Browser
beforeAll(async () => {
  browser = await launchBrowser()
})
afterAll(() => browser.close())

const on = { remoteConfig: { thirdPartySignIn: 'true' } }
const button = (page: Page) => page.getByRole('button', { name: 'Continue with your organisation' })

/** The emulator's own page, in which one says who one is. */
const openWindow = async (page: Page) => {
  const opening = page.waitForEvent('popup')
  await button(page).click()
  return opening
}

const chooseNew = async (popup: Page, email: string) => {
  await popup.locator('#add-account-button').click()
  await popup.locator('#email-input').fill(email)
  await popup.locator('#sign-in').click()
}

describe('the button of the identity provider', () => {
  it('is there when Remote Config says so', async () => {
    const { page } = await visit(browser, '/signin', on)
    await button(page).waitFor()
  })

  it.each([[{}], [{ thirdPartySignIn: 'false' }]])('is not there with %j', async remoteConfig => {
    const { page } = await visit(browser, '/signin', { remoteConfig })
    await page.waitForResponse(/firebaseremoteconfig/)
    await page.waitForTimeout(300)
    expect(await button(page).count()).toBe(0)
  })

  it('is not there when Remote Config cannot be reached: a line in the log, and nothing waits', async () => {
    const provoked = [/Remote Config cannot be reached/, /firebaseremoteconfig/]
    const { page } = await visit(browser, '/signin', { remoteConfig: null, provoked })
    await page.getByRole('button', { name: 'Sign in', exact: true }).waitFor()
    await page.waitForEvent('console', message => message.text().includes('Remote Config cannot be reached'))
    expect(await button(page).count()).toBe(0)
  })
})

describe('the window of the identity provider', () => {
  it('makes an account, which is waited for while it is set up', async () => {
    const { user } = await demoUser('manager')
    const { page } = await visit(browser, '/signin', on)
    await chooseNew(await openWindow(page), user.email)
    await page.getByText('Setting up your account…').waitFor()
    // What the functions do at the first sign-in takes its time.
    await page.waitForTimeout(3_000)
    const uid = await uidOfAccount(user.email)
    await writeProfile(String(uid), { uid: user.uid, firstname: 'Mona', lang: 'en', role: 'manager' })
    await page.getByRole('heading', { name: 'Hello Mona' }).waitFor()
  })

  it('that is closed leaves the page as it was', long, async () => {
    const { page } = await visit(browser, '/signin', on)
    const popup = await openWindow(page)
    await page.getByText('Continue in the other window…').waitFor()
    await popup.close()
    // Firebase waits a while for a last word of the window.
    await button(page).waitFor({ timeout: 20_000 })
    expect(await page.locator('.sign-in-problem').allInnerTexts()).toEqual(['', ''])
  })

  it('that the browser blocks is told of in words', async () => {
    const { page } = await visit(browser, '/signin', on)
    await page.evaluate(() => {
      window.open = () => null
    })
    await button(page).click()
    await page.getByRole('alert').getByText('Your browser has blocked the sign-in window.').waitFor()
  })

  it('signs nobody in without a role, however real the account is', async () => {
    await makeAccount({ uid: 'known-elsewhere', email: 'elsewhere@demo.example' })
    const { page } = await visit(browser, '/signin', on)
    await chooseNew(await openWindow(page), 'elsewhere@demo.example')
    await page.getByRole('status').getByText('This account has no role yet.').waitFor()
  })
})
