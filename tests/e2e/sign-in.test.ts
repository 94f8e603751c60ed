import type { Page } from 'playwright'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { signIn } from '../support/browser/browser'
import { emailOf, type Panel, startPanel } from '../support/browser/panel'
import { demoPassword } from '../support/server/test-server'

let panel: Panel
beforeAll(async () => {
  panel = await startPanel()
})
afterAll(() => panel.stop())

const refusedSignIn = /404 .*\/parse\/login/
const addressOf = (page: Page) => page.url().replace(panel.server.url, '')

const fill = async (page: Page, email: string, password: string) => {
  await page.getByLabel('E-mail').fill(email)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
}

describe('sign-in', () => {
  it('sign-in reports “User not found” for an unknown address and “Wrong password” otherwise', async () => {
    const { page } = await panel.openSignedOut('/signin', { provoked: [refusedSignIn] })
    await fill(page, 'nobody@demo.example', 'whatever')
    await page.getByRole('alert').getByText('User not found', { exact: true }).waitFor()
    await fill(page, emailOf('viewer'), 'not-the-password')
    await page.getByRole('alert').getByText('Wrong password', { exact: true }).waitFor()
    await fill(page, emailOf('viewer'), demoPassword)
    await page.waitForURL('**/home')
  })

  it.each(['/home', '/medias#grid', '/company/create', '/user/record', '/user?role=admin#deleted'])(
    'sign-in is required before %s and returns to it',
    async path => {
      const { page } = await panel.openSignedOut(path)
      await page.getByRole('heading', { name: 'Sign in' }).waitFor()
      expect(addressOf(page)).toBe(`/signin?redirect=${encodeURIComponent(path)}`)
      await signIn(page, emailOf('root'), demoPassword)
      await page.getByRole('navigation', { name: 'Main menu' }).waitFor()
      expect(addressOf(page)).toBe(path)
    },
  )

  it.each(['https://elsewhere.example/home', '//elsewhere.example/home', '/\\elsewhere.example'])(
    'sign-in ignores a redirect to another origin: %s',
    async target => {
      const { page } = await panel.openSignedOut(`/signin?redirect=${encodeURIComponent(target)}`)
      await signIn(page, emailOf('root'), demoPassword)
      await page.getByRole('heading', { name: 'Hello Ada' }).waitFor()
      expect(addressOf(page)).toBe('/home')
    },
  )
})

describe('sign-out', () => {
  const storedIn = (page: Page) => page.evaluate(() => JSON.stringify({ ...localStorage, ...sessionStorage }))

  it('sign-out in one tab signs out the other and clears the session from browser storage', async () => {
    const { page, context } = await panel.openSignedOut('/medias')
    await signIn(page, emailOf('root'), demoPassword)
    await page.getByRole('row').nth(1).waitFor()
    const token = await page.evaluate(() => localStorage.getItem('vecto.session') ?? '')
    expect(token).toMatch(/^r:/)
    const other = await context.newPage()
    await other.goto('/user')
    await other.getByRole('row').nth(1).waitFor()
    // The counts of the tabs are requested after the rows: a request that is answered after the sign-out gets 401.
    for (const tab of ['Invited', 'Deleted'])
      await other.getByRole('tab', { name: new RegExp(`^${tab} \\d`) }).waitFor()
    await page.getByText('1-10 of').waitFor()
    await page.getByRole('tab', { name: /^Pending \d/ }).waitFor()

    await page.getByRole('button', { name: 'Sign out' }).click()
    for (const tab of [page, other]) {
      await tab.getByRole('heading', { name: 'Sign in' }).waitFor()
      expect(await storedIn(tab)).not.toMatch(/r:|Ada|listParams/)
    }
    const answer = await fetch(`${panel.server.url}/parse/users/me`, {
      headers: { Authorization: `Bearer ${token}` },
    })
    expect(answer.status).toBe(401)
  })

  it('sign-out during a pending request does not report an expired session', async () => {
    const { page } = await panel.openAs('root', '/home')
    await page.route(/\/parse\/medias/, async route => {
      await new Promise(resolve => setTimeout(resolve, 1500))
      // The panel may have aborted the request by now.
      await route.continue().catch(() => undefined)
    })
    await page.getByRole('link', { name: 'Medias' }).first().click()
    await page.waitForURL('**/medias')
    const left = page.waitForRequest(/\/parse\/logout/)
    // The response of logout is delayed as well, so that the pending request is refused first.
    await page.route(/\/parse\/logout/, async route => {
      await fetch(route.request().url(), { method: 'POST', headers: await route.request().allHeaders() })
      await new Promise(resolve => setTimeout(resolve, 2500))
      await route.fulfill({ json: {} })
    })
    await page.getByRole('button', { name: 'Sign out' }).click()
    await left
    await page.getByRole('heading', { name: 'Sign in' }).waitFor()
    panel.forget('root')
    expect(addressOf(page)).toBe('/signin')
    expect(await page.getByText('Your session has ended').count()).toBe(0)
  })

  it('the back button shows no data after sign-out', async () => {
    const { page } = await panel.openSignedOut('/company')
    await signIn(page, emailOf('root'), demoPassword)
    await page.getByRole('cell', { name: 'Atlas Automotive', exact: true }).waitFor()
    await page.getByRole('link', { name: 'Users' }).click()
    await page.getByRole('row').nth(1).waitFor()
    await page.getByRole('button', { name: 'Sign out' }).click()
    await page.getByRole('heading', { name: 'Sign in' }).waitFor()
    await page.goBack()
    await page.getByRole('heading', { name: 'Sign in' }).waitFor()
    expect(await page.getByRole('table').count()).toBe(0)
  })

  it('/signout signs the user out', async () => {
    const { page } = await panel.openSignedOut('/home')
    await signIn(page, emailOf('viewer'), demoPassword)
    await page.getByRole('heading', { name: 'Hola, Víctor' }).waitFor()
    await page.goto('/signout')
    await page.getByRole('heading', { name: 'Sign in' }).waitFor()
    expect(addressOf(page)).toBe('/signin')
  })
})
