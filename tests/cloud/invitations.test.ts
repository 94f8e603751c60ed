import type { Browser, BrowserContext, Page } from 'playwright'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { launchBrowser, signIn } from '../support/browser/browser'
import { long } from '../support/process/long'
import type { Api } from '../support/server/api'
import { listAll } from '../support/server/demo-world'
import { lastLink } from '../support/server/sent-links'
import { demoPassword } from '../support/server/test-server'
import { demoUser, makeAccount, moveToFirebase, sentLinks, stage, writeProfile } from './accounts'
import { visit } from './visit'

let browser: Browser
beforeAll(async () => {
  browser = await launchBrowser()
})
afterAll(() => browser.close())

/** Invites in the panel. @returns the path to which Firebase's link redirects, on the panel's host */
const invite = async (email: string) => {
  const { email: root } = await moveToFirebase('root', { lang: 'en' })
  const { page } = await visit(browser, '/user/invite')
  await signIn(page, root, demoPassword)
  await page.getByRole('heading', { name: 'Invite a user' }).waitFor()
  await page.getByLabel('E-mail').fill(email)
  await page.getByRole('combobox', { name: 'Company' }).click()
  await page.getByRole('option').first().click()
  await page.getByRole('combobox', { name: 'Role' }).click()
  await page.getByRole('option', { name: 'Viewer' }).click()
  await page.getByRole('button', { name: 'Invite' }).click()
  await page.getByText(`${email} is invited. The e-mail is on its way.`).waitFor()
  const sent = (await sentLinks()).find(link => link.email === email && link.requestType === 'EMAIL_SIGNIN')
  const { headers } = await fetch(sent?.oobLink ?? '', { redirect: 'manual' })
  const address = new URL(headers.get('location') ?? '')
  const [uid = '', key = ''] = (address.pathname.split('/').at(-1) ?? '').split('-')
  return { uid, key, path: address.pathname + address.search }
}

/** The profile that the functions store for an invited user. */
const keepProfile = (uid: string, onboardingKey: string | null) =>
  writeProfile(uid, { firstname: 'Iris', lang: 'en', role: 'viewer', onboardingKey })

const fill = async (page: Page, email: string) => {
  await page.getByLabel('E-mail').fill(email)
  await page.getByLabel('First name').fill('Iris')
  await page.getByLabel('Last name').fill('Neuf')
  await page.getByLabel('Password', { exact: true }).fill('my-own-secret')
  await page.getByLabel('Password (confirmation)').fill('my-own-secret')
  await page.getByRole('checkbox').check()
  await open(page)
}
const open = (page: Page) => page.getByRole('button', { name: 'Open my account' }).click()
const said = (page: Page, code: string) => page.getByRole('alert').getByText(`(${code}).`).waitFor()

/** Activates the invited user on the server, which requires the key of its own e-mail. */
const comesIn = async (root: Api, email: string) => {
  await root.post('user-invite', { email })
  const { hash } = await lastLink(root, email)
  const answers = { firstname: 'Iris', lastname: 'Neuf', password: 'my-own-secret', termsAgreement: 1 }
  return (await root.post(`onboarding/invite/${hash}`, answers)).status
}

/** Handles the functions' call that saves the account, which this server does not implement. */
const saveBy = (context: BrowserContext, uid: string, answer: () => Promise<number>) => {
  const calls: unknown[] = []
  const headers = { 'access-control-allow-origin': '*', 'access-control-allow-headers': '*, authorization' }
  return context
    .route(`**/europe-west1/users/${uid}`, async route => {
      if (route.request().method() === 'OPTIONS')
        return route.fulfill({ headers: { ...headers, 'access-control-allow-methods': 'PATCH' } })
      calls.push(route.request().postDataJSON())
      const status = await answer()
      const json = status < 400 ? {} : { code: 'state', message: 'Not now' }
      return route.fulfill({ status, json, headers })
    })
    .then(() => calls)
}

describe('an invitation', () => {
  it('an invitation by Firebase link opens the account and the panel', async () => {
    const email = 'iris@cloud.example'
    const { uid, key, path } = await invite(email)
    const { api } = await demoUser('root')
    expect(await listAll(api, 'users', { email })).toEqual([
      expect.objectContaining({ uid, status: 'pending' }),
    ])
    expect(await listAll(api, 'mails', { email })).toEqual([])
    expect(key).toMatch(/^[0-9a-f]{48}$/)
    await makeAccount({ uid, email })
    await keepProfile(uid, key)

    const { page, context } = await visit(browser, path)
    const calls = await saveBy(context, uid, () => comesIn(api, email))
    await fill(page, email)
    await page.getByRole('heading', { name: 'Hello Iris' }).waitFor()
    expect(calls).toEqual([
      { status: 'active', onboardingKey: null, termsAgreement: 1, firstname: 'Iris', lastname: 'Neuf' },
    ])
    await page.getByRole('button', { name: 'Sign out' }).click()
    await signIn(page, email, 'my-own-secret')
    await page.getByRole('heading', { name: 'Hello Iris' }).waitFor()
  })

  it('an invitation fails with the code of the failed step, and continues from there', long, async () => {
    const email = 'steps@cloud.example'
    const { uid, key, path } = await invite(email)
    const { api } = await demoUser('root')
    await makeAccount({ uid, email })
    const provoked = [/status of 4\d\d/]
    const { page, context } = await visit(browser, path.replace(/oobCode=[^&]+/, 'oobCode=wrong'), {
      provoked,
    })
    await fill(page, email)
    await said(page, 'OB3')

    await page.goto(stage.panel + path)
    await keepProfile(uid, 'another')
    await fill(page, email)
    await said(page, 'OB2')

    const again = await invite(email)
    await keepProfile(uid, again.key)
    expect(again.key).not.toBe(key)
    await page.goto(stage.panel + again.path)
    let answers = 409
    const calls = await saveBy(context, uid, async () => answers)
    await fill(page, email)
    await said(page, 'OB5')
    answers = 200
    const weak = { error: { code: 400, message: 'WEAK_PASSWORD : not among those allowed' } }
    await context.route('**/accounts:update**', route => route.fulfill({ status: 400, json: weak }), {
      times: 1,
    })
    await open(page)
    await said(page, 'OB6')
    await keepProfile(uid, null)
    expect(await comesIn(api, email)).toBe(200)
    await open(page)
    await page.getByRole('heading', { name: 'Hello Iris' }).waitFor()
    expect(calls).toHaveLength(2)
  })

  it('refuses an invitation without a profile with OB4, and one without an e-mailed link with OB3', async () => {
    const email = 'nobody@cloud.example'
    const { uid, path } = await invite(email)
    await makeAccount({ uid, email })
    const { page } = await visit(browser, path)
    await fill(page, email)
    await said(page, 'OB4')
    await page.goto(`${stage.panel}/onboarding/${uid}-0`)
    await said(page, 'OB3')
    await page.goto(`${stage.panel}/onboarding/${uid}`)
    await said(page, 'OB1')
  })
})

it('resets a forgotten password by a Firebase link', async () => {
  await makeAccount({ uid: 'forgetful', email: 'forgetful@cloud.example' })
  const { page } = await visit(browser, '/pw-forget')
  await page.getByLabel('E-mail').fill('forgetful@cloud.example')
  await page.getByRole('button', { name: 'Reset My Password' }).click()
  await page.getByText('Password reset email successfully sent to forgetful@cloud.example.').waitFor()
  expect(await sentLinks()).toContainEqual(
    expect.objectContaining({ email: 'forgetful@cloud.example', requestType: 'PASSWORD_RESET' }),
  )
})
