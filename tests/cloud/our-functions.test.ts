import type { Browser, Page } from 'playwright'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { launchBrowser, signIn } from '../support/browser/browser'
import { chooseAction, recordMenu } from '../support/browser/list-controls'
import { long } from '../support/process/long'
import { type Api, api } from '../support/server/api'
import { type Found, listAll } from '../support/server/demo-world'
import { demoPassword } from '../support/server/test-server'
import {
  type Account,
  demoUser,
  firebase,
  makeAccount,
  moveToFirebase,
  stage,
  writeProfile,
} from './accounts'
import { visit } from './visit'

type Named = Found & { readonly name: string }

let browser: Browser
let root: Api
beforeAll(async () => {
  browser = await launchBrowser()
  root = (await demoUser('root')).api
  await moveToFirebase('root', { lang: 'en' })
  await moveToFirebase('admin', { lang: 'en' })
})
afterAll(() => browser.close())

type Visit = Parameters<typeof visit>[2]

const enter = async (name: string, path: string, options: Visit = {}) => {
  const opened = await visit(browser, path, options)
  await signIn(opened.page, `${name}@demo.example`, demoPassword)
  return opened
}

const later = Date.now()

/** A unique name: an earlier try may have left a record behind. */
const newName = (words: string) => `${words} ${later} ${performance.now().toFixed(0)}`

const completedMedias = () => listAll<Named>(root, 'medias', { status: 'completed' })

/** Another active administrator of the company of `admin`, with an account in Firebase. */
const colleague = async () => {
  const { user } = await demoUser('admin')
  const company = (user.company as { ref: string }).ref
  const inCompany = await listAll<Account & Found>(root, 'users', { company, status: 'active' })
  const other = inCompany.find(({ uid, role }) => uid !== user.uid && role === 'viewer')
  if (!other) throw new Error('The demo has no colleague')
  await root.patch(`users/${other.uid}`, { role: 'admin', lang: 'en' })
  const { uid, email } = other
  await makeAccount({ uid, email })
  await writeProfile(uid, {
    uid,
    email,
    firstname: 'Col',
    lastname: 'League',
    lang: 'en',
    role: 'admin',
    company,
  })
  return email
}

const views = (page: Page) => page.getByRole('button', { name: 'Views', exact: true })

const saveView = async (page: Page, name: string, share: boolean) => {
  await views(page).click()
  await page.getByRole('menuitem', { name: 'Save this view' }).click()
  const dialog = page.getByRole('dialog', { name: 'Save this view' })
  await dialog.getByLabel(/^Name/).fill(name)
  if (share) await dialog.getByRole('switch', { name: 'Share it with my company' }).click()
  else expect(await dialog.getByRole('switch', { name: 'Share it with my company' }).count()).toBe(0)
  await dialog.getByRole('button', { name: 'Save' }).click()
  await dialog.waitFor({ state: 'detached' })
}

describe('the cloud panel where our server answers as the functions', () => {
  it('deletes many records in one request', long, async () => {
    const { user } = await demoUser('root')
    const { ref } = user.company as { ref: string }
    const name = newName('Of the cloud')
    for (const each of ['one', 'two'])
      await root.post(`${ref}/groups`, { name: `${name} ${each}`, company: user.company })
    const list = `/company/groups/${ref.replace('/', '.')}?name=${encodeURIComponent(name)}`
    // A list may still read a group that is gone.
    const { page } = await enter('root', list, { provoked: [/status of 404/] })
    await page.getByText(`${name} two`).first().waitFor()
    for (const row of [1, 2]) await page.getByRole('checkbox').nth(row).check()
    await page.getByRole('toolbar').getByRole('button', { name: 'Delete', exact: true }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByText(/2 records will be deleted/).waitFor()
    const sent = page.waitForRequest(request => /europe-west1\/.*bulk/.test(request.url()))
    await dialog.getByRole('button', { name: 'Delete', exact: true }).click()
    await sent
    await dialog.getByText(/2 records were deleted/).waitFor()
  })

  it('shows the panel as another user sees it, until its user goes back or signs out', long, async () => {
    const { user: viewer } = await demoUser('viewer')
    await root.patch(`users/${viewer.uid}`, { lang: 'en' })
    const { page } = await enter('root', `/user/show/${viewer.uid}`, { provoked: [/status of 40[13]/] })
    const open = async () => {
      await chooseAction(page, 'See the panel as this user')
      await page.getByRole('dialog').getByRole('button', { name: 'See the panel', exact: true }).click()
    }
    await open()
    const banner = page.getByRole('region', { name: 'View as another user' })
    await banner.getByText(/You see the panel as .+ \(Viewer\)\. Nothing can be changed\./).waitFor()
    await banner.getByRole('button', { name: 'Back' }).click()
    await recordMenu(page).waitFor()
    await open()
    await banner.waitFor()
    const token = await page.evaluate(() => sessionStorage.getItem('vecto.view') ?? '')
    expect((await api(stage.api, token).get('users/me')).status).toBe(200)
    await page.getByRole('button', { name: 'Sign out' }).click()
    await page.getByRole('heading', { name: 'Sign in' }).waitFor()
    expect((await api(stage.api, token).get('users/me')).status).toBe(401)
  })

  it('shares a saved view with a colleague', long, async () => {
    const name = newName('Of the company')
    const { page } = await enter('admin', '/medias?sort=name&rows=15')
    await saveView(page, name, true)
    const other = await visit(browser, '/medias')
    await signIn(other.page, await colleague(), demoPassword)
    await views(other.page).click()
    await other.page.getByRole('menuitem', { name }).click()
    await other.page.waitForURL(/\/medias\?sort=name&rows=15/)
  })

  it('moves views that the browser holds to the server', long, async () => {
    const name = newName('From before')
    const { page, context } = await enter('admin', '/medias?sort=name', { ofProvider: true })
    await saveView(page, name, false)
    await context.unroute('**/europe-west1/config')
    // As a new tab, which has not asked the functions yet.
    await page.evaluate(() => sessionStorage.clear())
    const stored = page.waitForResponse(
      response => response.request().method() === 'POST' && /europe-west1\/views$/.test(response.url()),
    )
    await page.reload()
    expect((await stored).status()).toBe(201)
    await views(page).click()
    await page.getByRole('menuitem', { name }).waitFor()
    await expect
      .poll(() =>
        page.evaluate(() => Object.keys(localStorage).filter(key => key.startsWith('vecto.views.'))),
      )
      .toEqual([expect.any(String)])
    const { api } = await demoUser('admin')
    expect((await listAll<Named>(api, 'views', {})).map(view => view.name)).toContain(name)
  })

  it('creates a new customer, whose administrator Firebase invites', long, async () => {
    const { page } = await enter('root', '/company/customer')
    const email = `customer-${later}@demo.example`
    await page
      .getByLabel(/^Company name|^Name/)
      .first()
      .fill(newName('Customer'))
    await page.getByLabel(/^E-mail/).fill(email)
    await page.getByRole('button', { name: /^Create/ }).click()
    await page.getByText(email).waitFor()
    await expect
      .poll(async () => (await firebase.sentLinks()).map(link => `${link.email} ${link.requestType}`))
      .toContain(`${email} EMAIL_SIGNIN`)
  })

  it('shows the notifications of the user, and their settings', long, async () => {
    const { page } = await enter('admin', '/user/record')
    await page.getByRole('heading', { name: 'Notifications' }).first().waitFor()
    await page.locator('#notifications').getByRole('combobox').first().waitFor()
    await page.getByRole('button', { name: /^Notifications/ }).click()
    await page.getByRole('dialog').getByRole('link').first().waitFor()
  })

  it('shows a change of another user without interaction', async () => {
    const { page } = await enter('root', '/medias')
    const opened = page.waitForResponse(/europe-west1\/stream/)
    await page.getByRole('cell').first().waitFor()
    const response = await opened
    expect(response.status()).toBe(200)
    expect(await response.request().headerValue('authorization')).toMatch(/^Bearer [\w-]+\.[\w-]+\.[\w-]*$/)
    const [media] = await completedMedias()
    const name = newName('Seen from afar')
    await root.patch(`medias/${media?.uid}`, { name })
    await page.getByRole('cell', { name, exact: true }).waitFor()
  })

  it('shows usage, access and automation', long, async () => {
    const { page } = await enter('admin', '/usage')
    await page.getByRole('heading', { name: 'Usage' }).first().waitFor()
    await page.goto('/user/record')
    await page.getByRole('link', { name: 'API tokens' }).waitFor()
  })
})

describe('the cloud panel with functions of another provider', () => {
  it('offers what the calls of the specification suffice for', long, async () => {
    const calls: string[] = []
    const { page, context } = await visit(browser, '/signin', { ofProvider: true })
    context.on('request', request => {
      if (request.url().includes('/europe-west1/')) calls.push(new URL(request.url()).pathname)
    })
    expect(calls).toEqual([])
    await signIn(page, 'root@demo.example', demoPassword)
    await page.getByRole('heading', { name: /^Hello/ }).waitFor()
    const menu = page.getByRole('navigation')
    await menu.getByRole('link', { name: 'Companies' }).waitFor()
    expect(await menu.getByRole('link', { name: 'Usage' }).count()).toBe(0)
    await page.goto('/medias')
    await page.getByRole('cell').first().waitFor()
    // The bell and the stream start within seconds of the first rows.
    await page.waitForTimeout(5_000)
    expect(await page.getByRole('checkbox').count()).toBe(0)
    expect(await page.getByRole('button', { name: /^Notifications/ }).count()).toBe(0)
    await page.goto('/company/customer')
    await page.getByRole('heading', { name: 'Access denied' }).waitFor()
    // The specification has the invitations of the user.
    const own = /\/(users\/me|stream|notifications|views|bulk|usage|me\/(?!invitations))/
    expect(calls.filter(path => own.test(path))).toEqual([])
    expect(calls.filter(path => path.endsWith('/config'))).toHaveLength(1)
  })
})
