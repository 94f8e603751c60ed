import type { Page } from 'playwright'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { emailOf, type Panel, startPanel } from '../support/browser/panel'
import { seriousFaults } from '../support/browser/serious-faults'
import { long } from '../support/process/long'
import { freePort } from '../support/server/free-port'
import { client, startProvider, type TestProvider } from '../support/server/oidc-provider'

let panel: Panel
let provider: TestProvider
beforeAll(async () => {
  const port = await freePort()
  panel = await startPanel({
    env: {
      OIDC_ISSUER: `http://127.0.0.1:${port}`,
      OIDC_CLIENT_ID: client.id,
      OIDC_CLIENT_SECRET: client.secret,
    },
  })
  provider = await startProvider(port, panel.server.url)
  const root = await panel.person('root')
  const company = { name: 'By domain', authFqdn: 'domain.example', role: 'viewer' }
  const { uid } = (await root.post<{ uid: string }>('companies', company)).body
  for (const type of ['users', 'maxActive'])
    await root.post(`companies/${uid}/purchases`, { type, quantity: 5 })
})
afterAll(async () => {
  await panel.stop()
  await provider.stop()
})

const button = (page: Page) => page.getByRole('button', { name: 'Continue with your organisation' })

const openWindow = async (page: Page) => {
  const opening = page.waitForEvent('popup')
  await button(page).click()
  return opening
}

const say = async (popup: Page, account: string) => {
  await popup.getByLabel('Account').fill(account)
  await popup.getByRole('button', { name: 'Continue' }).click()
}

const known = (name: string, email: string, more = {}) =>
  provider.accounts.set(name, { email, email_verified: true, ...more })

describe('OIDC sign-in window', () => {
  it('the OIDC window signs the user in, closes and returns to the requested page', async () => {
    known('maya', emailOf('manager'))
    const { page } = await panel.openSignedOut('/user/record')
    const popup = await openWindow(page)
    await page.getByText('Continue in the other window…').waitFor()
    const closed = popup.waitForEvent('close')
    await say(popup, 'maya')
    await closed
    await page.getByRole('heading', { name: 'My account' }).first().waitFor()
    expect(new URL(page.url()).pathname).toBe('/user/record')
    // The PKCE verifier must not stay in the browser.
    expect(await page.evaluate(() => JSON.stringify(sessionStorage))).not.toContain('verifier')
  })

  it('the first OIDC sign-in creates a user of the company with that domain and shows a setup notice', async () => {
    known('nora', 'nora@domain.example', { given_name: 'Nora', family_name: 'Neuf', locale: 'fr' })
    const { page } = await panel.openSignedOut('/signin')
    await say(await openWindow(page), 'nora')
    const since = Date.now()
    await page.getByText('Setting up your account…').waitFor()
    await page.getByRole('heading', { name: /Nora/ }).waitFor()
    expect(Date.now() - since).toBeGreaterThan(4000)
    expect(await page.evaluate(() => document.documentElement.lang)).toBe('fr')
  })

  it('OIDC sign-in works when the provider isolates its window by Cross-Origin-Opener-Policy', async () => {
    known('maya', emailOf('manager'))
    provider.answer.headers = { 'Cross-Origin-Opener-Policy': 'same-origin' }
    const { page } = await panel.openSignedOut('/user/record')
    const popup = await openWindow(page)
    // The opener sees an isolated window as closed.
    await popup.getByLabel('Account').waitFor()
    await button(page).waitFor()
    provider.answer.headers = {}
    await say(popup, 'maya')
    await page.getByRole('heading', { name: 'My account' }).first().waitFor()
  })

  it('closing the OIDC window shows no error', async () => {
    const { page } = await panel.openSignedOut('/signin')
    const popup = await openWindow(page)
    await popup.getByLabel('Account').waitFor()
    await popup.close()
    await button(page).waitFor()
    expect(await page.locator('.sign-in-problem').allInnerTexts()).toEqual(['', ''])
  })

  it('a blocked OIDC window shows an error', async () => {
    const { page } = await panel.openSignedOut('/signin')
    await page.evaluate(() => {
      window.open = () => null
    })
    await button(page).click()
    await page.getByRole('alert').getByText('Your browser has blocked the sign-in window.').waitFor()
  })

  it.each([
    ['nobody@nowhere.example', {}, 'Ask your administrator to invite you.', /404 .*oidc\/session/],
    [emailOf('editor'), { email_verified: false }, 'has not verified your e-mail', /403 .*oidc\/session/],
  ] as const)('a refused OIDC sign-in shows the reason to %s', async (email, more, text, provoked) => {
    known('refused', email, more)
    const { page } = await panel.openSignedOut('/signin', { provoked: [provoked] })
    await say(await openWindow(page), 'refused')
    await page.getByRole('alert').getByText(text).waitFor()
    expect(await seriousFaults(page)).toEqual([])
  })

  it('cancelling at the OIDC provider shows an error', async () => {
    const { page } = await panel.openSignedOut('/signin')
    const popup = await openWindow(page)
    await popup.getByRole('button', { name: 'Cancel' }).click()
    await page.getByRole('alert').getByText('Your organisation did not confirm the sign-in.').waitFor()
  })

  it('OIDC sign-in works with the keyboard alone', async () => {
    known('maya', emailOf('manager'))
    const { page } = await panel.openSignedOut('/signin')
    await button(page).focus()
    const opening = page.waitForEvent('popup')
    await page.keyboard.press('Enter')
    const popup = await opening
    await popup.getByLabel('Account').waitFor()
    await popup.keyboard.type('maya')
    await popup.keyboard.press('Enter')
    await page.getByRole('heading', { name: /Maya/ }).waitFor()
  })
})

describe('unreachable OIDC provider', () => {
  it(
    'an unreachable OIDC provider shows an error and closes the window, and passwords still work',
    long,
    async () => {
      const other = await startPanel({
        env: { OIDC_ISSUER: `http://127.0.0.1:${await freePort()}`, OIDC_CLIENT_ID: 'x' },
      })
      const provoked = [/503.*oidc\/start/]
      const { page, context } = await other.openSignedOut('/signin', { provoked })
      await button(page).click()
      await page.getByRole('alert').getByText('The sign-in of your organisation is not responding.').waitFor()
      expect(context.pages()).toHaveLength(1)
      await page.getByLabel('E-mail').fill(emailOf('manager'))
      await page.getByLabel('Password', { exact: true }).fill('demo-password-for-tests')
      await page.getByRole('button', { name: 'Sign in', exact: true }).click()
      await page.getByRole('heading', { name: /Maya/ }).waitFor()
      await page.context().close()
      await other.stop()
    },
  )
})

describe('sign-in page without an OIDC provider', () => {
  it('the OIDC button is absent when no provider is configured', long, async () => {
    const bare = await startPanel()
    const { page } = await bare.openSignedOut('/signin')
    await page.waitForResponse(/parse\/config/).catch(() => undefined)
    await page.getByRole('button', { name: 'Sign in', exact: true }).waitFor()
    expect(await button(page).count()).toBe(0)
    await page.context().close()
    await bare.stop()
  })
})
