import type { Browser, Page } from 'playwright'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { launchBrowser, signIn } from '../support/browser/browser'
import { demoPassword } from '../support/server/test-server'
import {
  askedProfiles,
  demoUser,
  makeAccount,
  moveToFirebase,
  protectAddresses,
  stage,
  writeProfile,
} from './accounts'
import { visit } from './visit'

let browser: Browser
let root: { uid: string; email: string }
beforeAll(async () => {
  ;[browser, root] = await Promise.all([launchBrowser(), moveToFirebase('root')])
})
afterAll(() => browser.close())

const refused = [/status of 400/]
const form = (page: Page) => page.getByRole('heading', { name: 'Sign in' })
const fill = async (page: Page, email: string, password: string) => {
  await page.getByLabel(/^E-?mail/).fill(email)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
}
const kept = (page: Page) => page.evaluate(() => JSON.stringify({ ...localStorage, ...sessionStorage }))
const menuItem = (page: Page, name: string) => page.getByRole('navigation').getByRole('link', { name })

describe('signing in with Firebase', () => {
  it('a Firebase sign-in opens the requested page with records authorized by a fresh ID token', async () => {
    const { page } = await visit(browser, '/company')
    await form(page).waitFor()
    const call = page.waitForRequest(request => request.url().includes('/europe-west1/companies?'))
    await signIn(page, root.email, demoPassword)
    await page.getByRole('cell', { name: 'Atlas Automotive', exact: true }).waitFor()
    const { authorization = '', 'x-client-id': client } = await (await call).allHeaders()
    const claims = JSON.parse(Buffer.from(authorization.split('.')[1] ?? '', 'base64url').toString())
    expect(claims).toMatchObject({ sub: root.uid, aud: 'demo-vecto' })
    expect(client).toMatch(/^[0-9a-f-]{36}$/)
    await page.reload()
    await page.getByRole('cell', { name: 'Atlas Automotive', exact: true }).waitFor()
  })

  it.each([
    [false, 'unknown@demo.example', demoPassword, 'User not found'],
    [false, 'root@demo.example', 'not-the-password', 'Wrong password'],
    [true, 'unknown@demo.example', demoPassword, 'Wrong e-mail or password'],
    [true, 'root@demo.example', 'not-the-password', 'Wrong e-mail or password'],
  ])('refuses a sign-in (addresses protected: %s) for %s with %s: %s', async (on, email, password, text) => {
    await protectAddresses(on)
    const { page } = await visit(browser, '/signin', { provoked: refused })
    await fill(page, email, password)
    await page.getByRole('alert').getByText(text, { exact: true }).waitFor()
    expect(await kept(page)).not.toContain('firebase:authUser')
  })
})

describe('the role', () => {
  it('the role is that of the profile, whatever the token claims', async () => {
    const { uid, email } = (await demoUser('viewer')).user
    await makeAccount({ uid, email, claims: { role: 'root' } })
    await writeProfile(uid, { firstname: 'Vi', lastname: 'Ewer', lang: 'en', role: 'viewer' })
    const { page } = await visit(browser, '/home', { ofProvider: true })
    await signIn(page, email, demoPassword)
    await page.getByRole('heading', { name: 'Hello Vi' }).waitFor()
    expect(await menuItem(page, 'Companies').count()).toBe(0)
  })

  it.each([
    ['the profile is missing', 'admin', undefined],
    ['the profile has no role', 'admin2', { firstname: 'Nora', lang: 'en' }],
  ])('the role is the token’s claim where %s', async (_, name, profile) => {
    const { uid, email } = (await demoUser(name)).user
    await makeAccount({ uid, email, claims: { role: 'admin' } })
    if (profile) await writeProfile(uid, profile)
    await askedProfiles()
    const { page } = await visit(browser, '/home', { ofProvider: true })
    await signIn(page, email, demoPassword)
    await menuItem(page, 'My company').waitFor()
    expect(await askedProfiles()).toContain(uid)
  })

  it('refuses a sign-in whose profile cannot be read, despite a role claim', async () => {
    await makeAccount({ uid: 'locked-out', email: 'locked@demo.example', claims: { role: 'root' } })
    const { page, context } = await visit(browser, '/home', {
      // 401: the server does not know the account either.
      provoked: [/status of 40[13]/, /BatchGetDocuments.*permission-denied/],
    })
    const body = [{ error: { code: 403, status: 'PERMISSION_DENIED', message: 'No' } }]
    const headers = { 'access-control-allow-origin': '*' }
    await context.route(/documents:batchGet/, route => route.fulfill({ status: 403, json: body, headers }))
    await fill(page, 'locked@demo.example', demoPassword)
    await page.getByRole('alert').getByText('The panel could not be opened').waitFor()
  })

  it('signs out an account without a role immediately, with a message', async () => {
    await makeAccount({ uid: 'no-role', email: 'norole@demo.example' })
    const { page } = await visit(browser, '/home', { provoked: [/status of 401/] })
    await fill(page, 'norole@demo.example', demoPassword)
    await page.getByRole('status').getByText('This account has no role yet.').waitFor()
    expect(await kept(page)).not.toMatch(/firebase:authUser|norole@/)
  })

  it('a partner signed in with Firebase lists companies and may create one', async () => {
    const { email } = await moveToFirebase('partner', { lang: 'en' })
    const { page } = await visit(browser, '/company')
    await signIn(page, email, demoPassword)
    const create = page.getByRole('link', { name: 'Create' })
    await page.getByRole('row').nth(1).waitFor()
    expect(await create.getAttribute('aria-disabled')).not.toBe('true')
  })
})

describe('signing out', () => {
  it('signing out in one tab signs out the other and leaves no token in the browser', async () => {
    const { page, context } = await visit(browser, '/company')
    await signIn(page, root.email, demoPassword)
    await page.getByRole('row').nth(1).waitFor()
    expect(await kept(page)).toContain('firebase:authUser')
    const other = await context.newPage()
    await other.goto(`${stage.panel}/user`)
    await other.getByRole('row').nth(1).waitFor()
    await page.getByRole('button', { name: 'Sign out' }).click()
    for (const tab of [page, other]) {
      await form(tab).waitFor()
      expect(await kept(tab)).not.toMatch(/authUser|eyJ|root@/)
    }
  })
})
