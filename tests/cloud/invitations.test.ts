import type { Browser, Page } from 'playwright'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { fillAccount, invitedPassword, inviteUser, openAccount } from '../support/browser/account-forms'
import { launchBrowser, signIn } from '../support/browser/browser'
import { long } from '../support/process/long'
import { listAll } from '../support/server/demo-world'
import { demoPassword } from '../support/server/test-server'
import { demoUser, firebase, makeAccount, moveToFirebase, stage, writeProfile } from './accounts'
import { visit } from './visit'

let browser: Browser
beforeAll(async () => {
  browser = await launchBrowser()
})
afterAll(() => browser.close())

/** Invites in the panel. @returns the path to which Firebase's link redirects, on the panel's host */
const invite = async (email: string, company: RegExp | string = /./) => {
  const { email: root } = await moveToFirebase('root', { lang: 'en' })
  const { page } = await visit(browser, '/user/invite')
  await signIn(page, root, demoPassword)
  await inviteUser(page, { email, role: 'Viewer', company })
  await page.getByText(`${email} is invited. The e-mail is on its way.`).waitFor()
  const path = await firebase.followLink(email, 'EMAIL_SIGNIN')
  const [uid = '', key = ''] = (path.replace(/\?.*/, '').split('/').at(-1) ?? '').split('-')
  return { uid, key, path }
}

/** The profile that the functions store for an invited user. */
const keepProfile = (uid: string, onboardingKey: string | null) =>
  writeProfile(uid, { firstname: 'Iris', lang: 'en', role: 'viewer', onboardingKey })

const complete = async (page: Page, email: string) => {
  await fillAccount(page, { email })
  await openAccount(page)
}
const said = (page: Page, code: string) => page.getByRole('alert').getByText(`(${code}).`).waitFor()

/** The requests of a page that save the account of an invited user. */
const savesIn = (page: Page, uid: string) => {
  const saves: unknown[] = []
  page.on('request', request => {
    if (request.method() === 'PATCH' && request.url().endsWith(`/europe-west1/users/${uid}`))
      saves.push(request.postDataJSON())
  })
  return saves
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

    const { page } = await visit(browser, path)
    const saves = savesIn(page, uid)
    await complete(page, email)
    await page.getByRole('heading', { name: 'Hello Iris' }).waitFor()
    expect(saves).toEqual([
      { status: 'active', onboardingKey: null, termsAgreement: 1, firstname: 'Iris', lastname: 'Neuf' },
    ])
    expect(await listAll(api, 'users', { email })).toEqual([
      expect.objectContaining({ uid, status: 'active', firstname: 'Iris' }),
    ])
    await page.getByRole('button', { name: 'Sign out' }).click()
    await signIn(page, email, invitedPassword)
    await page.getByRole('heading', { name: 'Hello Iris' }).waitFor()
  })

  it('an invitation fails with the code of the failed step, and continues from there', long, async () => {
    const email = 'steps@cloud.example'
    const { api } = await demoUser('root')
    // A retry of this test needs another company: this one has no seat.
    const name = `Full house ${Date.now()}`
    const { body } = await api.post<{ uid: string }>('companies', { name })
    const { uid, key, path } = await invite(email, name)
    await makeAccount({ uid, email })
    const provoked = [/status of 4\d\d/]
    const { page, context } = await visit(browser, path.replace(/oobCode=[^&]+/, 'oobCode=wrong'), {
      provoked,
    })
    const saves = savesIn(page, uid)
    await complete(page, email)
    await said(page, 'OB3')

    await page.goto(stage.panel + path)
    await keepProfile(uid, 'another')
    await complete(page, email)
    await said(page, 'OB2')

    const again = await invite(email, name)
    await keepProfile(uid, again.key)
    expect(again.key).not.toBe(key)
    await page.goto(stage.panel + again.path)
    await complete(page, email)
    await said(page, 'OB5')
    for (const type of ['users', 'maxActive'])
      await api.post(`companies/${body.uid}/purchases`, { type, quantity: 1 })
    const weak = { error: { code: 400, message: 'WEAK_PASSWORD : not among those allowed' } }
    await context.route('**/accounts:update**', route => route.fulfill({ status: 400, json: weak }), {
      times: 1,
    })
    await openAccount(page)
    await said(page, 'OB6')
    await keepProfile(uid, null)
    await openAccount(page)
    await page.getByRole('heading', { name: 'Hello Iris' }).waitFor()
    expect(saves).toHaveLength(2)
  })

  it('refuses an invitation without a profile with OB4, and one without an e-mailed link with OB3', async () => {
    const email = 'nobody@cloud.example'
    const { uid, path } = await invite(email)
    await makeAccount({ uid, email })
    const { page } = await visit(browser, path)
    await complete(page, email)
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
  await firebase.resetPassword('forgetful@cloud.example', 'another-secret')
  expect((await firebase.signIn('forgetful@cloud.example', 'another-secret')).idToken).toBeTruthy()
})
