import type { Page } from 'playwright'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { signIn } from '../support/browser/browser'
import { emailOf, type Panel, startPanel } from '../support/browser/panel'
import { long } from '../support/process/long'
import { type Api, api } from '../support/server/api'
import { demoPassword } from '../support/server/test-server'

let panel: Panel
let root: Api
beforeAll(async () => {
  panel = await startPanel()
  root = await panel.person('root')
})
afterAll(() => panel.stop())

const company = async (name: string) => (await root.post<{ uid: string }>('companies', { name })).body.uid
const nameField = (page: Page) => page.getByLabel('Name', { exact: false }).first()
const save = (page: Page) => page.getByRole('button', { name: 'Save' }).click()
const nameOf = async (uid: string) => (await root.get<{ name: string }>(`companies/${uid}`)).body.name
const gone = [/ERR_CONNECTION_(REFUSED|RESET)/, /ERR_EMPTY_RESPONSE/]

describe('requests that fail', () => {
  it('a form reports an unreachable server, keeps its input and saves after a restart', async () => {
    const uid = await company('Before the stop')
    const { page } = await panel.openAs('root', `/company/modify/${uid}`, { provoked: gone })
    await nameField(page).fill('After the stop')
    await panel.server.kill9()
    try {
      await save(page)
      const banner = page.getByRole('alert').filter({ hasText: 'Server Error:' })
      await banner.getByText('The server cannot be reached.').waitFor()
      await banner.getByText('Nothing you typed was lost').waitFor()
      expect(await nameField(page).inputValue()).toBe('After the stop')
    } finally {
      await panel.server.restart()
    }
    await save(page)
    await page.getByRole('heading', { name: 'After the stop' }).first().waitFor()
    expect(await nameOf(uid)).toBe('After the stop')
  })

  it('a list shows the error of a failed request and loads on retry', async () => {
    const { page } = await panel.openAs('root', '/home', { provoked: [/ERR_FAILED/, /503/] })
    const lists = '**/parse/medias?**'
    await page.route(lists, route =>
      route.fulfill({
        status: 503,
        headers: { 'X-Request-Id': '0af7651916cd43dd8448eb211c80319c' },
        json: { code: 'unavailable', message: 'x' },
      }),
    )
    await page.goto('/medias')
    const alert = page.getByRole('alert').filter({ hasText: 'Server Error:' })
    await alert.getByText('The service is not available right now.').waitFor()
    await alert.getByText('Code: unavailable').waitFor()
    await alert.getByText('Reference for support: 0af7651916cd43dd8448eb211c80319c').waitFor()
    expect(await page.getByRole('row').count()).toBe(0)
    await page.unroute(lists)
    await alert.getByRole('button', { name: 'Try again' }).click()
    await page.getByText('1-10 of').waitFor()
  })

  it('the panel shows an error when its start fails and opens on retry', async () => {
    const { page } = await panel.openSignedOut('/signin', { provoked: [/503/] })
    await page.evaluate(token => localStorage.setItem('vecto.session', token), String(root.token))
    await page.route('**/parse/users/me', route => route.fulfill({ status: 503 }))
    await page.goto('/home')
    await page.getByText('The panel could not be opened').waitFor()
    await page.unroute('**/parse/users/me')
    await page.getByRole('button', { name: 'Try again' }).click()
    await page.getByRole('heading', { name: 'Hello Ada' }).waitFor()
  })
})

describe('a form whose session ends', () => {
  /** The live stream may notice the end of the session first and leave the form before the click on Save. */
  const saveOrLeave = async (page: Page) => {
    await page
      .getByRole('button', { name: 'Save' })
      .click({ timeout: 5_000 })
      .catch(() => undefined)
    await page.getByText('Your session has ended.').waitFor()
  }

  it(
    'signing in again after a 401 returns to the form and offers to restore unsaved input',
    long,
    async () => {
      const uid = await company('Half written')
      const path = `/company/modify/${uid}`
      const { page } = await panel.openSignedOut(path, { provoked: [/401 /] })
      await signIn(page, emailOf('root'), demoPassword)
      await nameField(page).fill('Fully written')
      const token = await page.evaluate(() => localStorage.getItem('vecto.session') ?? '')
      await api(panel.server.url, token).post('logout')
      await saveOrLeave(page)
      await signIn(page, emailOf('root'), demoPassword)
      await page.getByText('You have unsaved changes from an earlier visit.').waitFor()
      expect(page.url()).toBe(panel.server.url + path)
      expect(await nameField(page).inputValue()).toBe('Half written')
      await page.getByRole('button', { name: 'Restore them' }).click()
      expect(await nameField(page).inputValue()).toBe('Fully written')
      await save(page)
      await page.getByRole('heading', { name: 'Fully written' }).first().waitFor()
    },
  )

  it(
    'a form notices the end of its session without a save and offers to restore unsaved input',
    long,
    async () => {
      const uid = await company('Noticed')
      const { page } = await panel.openSignedOut(`/company/modify/${uid}`, { provoked: [/401 /] })
      await signIn(page, emailOf('root'), demoPassword)
      await nameField(page).fill('Noticed at once')
      const token = await page.evaluate(() => localStorage.getItem('vecto.session') ?? '')
      await api(panel.server.url, token).post('logout')
      await page.getByText('Your session has ended.').waitFor()
      await signIn(page, emailOf('root'), demoPassword)
      await page.getByRole('button', { name: 'Restore them' }).click()
      expect(await nameField(page).inputValue()).toBe('Noticed at once')
    },
  )

  it('a form offers to restore unsaved input after a sign-out in another tab', async () => {
    const uid = await company('Two tabs')
    const { page, context } = await panel.openSignedOut(`/company/modify/${uid}`, { provoked: [/401 /] })
    await signIn(page, emailOf('root'), demoPassword)
    await nameField(page).fill('Typed in the first tab')
    const other = await context.newPage()
    await other.goto('/home')
    await other.getByRole('button', { name: 'Sign out' }).click()
    await page.getByRole('heading', { name: 'Sign in' }).waitFor()
    await signIn(page, emailOf('root'), demoPassword)
    await page.getByRole('button', { name: 'Restore them' }).click()
    expect(await nameField(page).inputValue()).toBe('Typed in the first tab')
  })

  it('another user who signs in cannot see the unsaved input of the previous user', async () => {
    const uid = await company('Not yours')
    const { page } = await panel.openSignedOut(`/company/modify/${uid}`, { provoked: [/40[134] /] })
    await signIn(page, emailOf('root'), demoPassword)
    await nameField(page).fill('A secret plan')
    const token = await page.evaluate(() => localStorage.getItem('vecto.session') ?? '')
    await api(panel.server.url, token).post('logout')
    await saveOrLeave(page)
    await signIn(page, emailOf('viewer'), demoPassword)
    await page.getByRole('alert').first().waitFor()
    expect(await page.getByText('A secret plan').count()).toBe(0)
    expect(await page.locator('input').count()).toBe(0)
  })
})

describe('conflicting edits', () => {
  const meanwhile = async (path: string) => {
    const uid = await company('As it was')
    const visit = await panel.openAs('root', `/company/modify/${uid}`, { provoked: [/409 /] })
    await nameField(visit.page).fill('As I want it')
    await root.patch(`companies/${uid}`, { name: path })
    await save(visit.page)
    const panelOfChanges = visit.page.getByRole('alert').filter({ hasText: 'Someone else changed this' })
    await panelOfChanges.getByRole('cell', { name: path }).waitFor()
    await panelOfChanges.getByRole('cell', { name: 'As I want it' }).waitFor()
    return { uid, page: visit.page, choice: panelOfChanges }
  }

  it('a conflict shows both values, and “Keep mine” saves those of the form', async () => {
    const { uid, page, choice } = await meanwhile('As they want it')
    expect(await nameField(page).inputValue()).toBe('As I want it')
    expect(await nameOf(uid)).toBe('As they want it')
    await choice.getByRole('button', { name: 'Keep mine and save' }).click()
    await page.getByRole('heading', { name: 'As I want it' }).first().waitFor()
    expect(await nameOf(uid)).toBe('As I want it')
  })

  it('a conflict can be resolved with “Take all of theirs”', async () => {
    const { page, choice } = await meanwhile('Theirs is better')
    await choice.getByRole('button', { name: 'Take all of theirs' }).click()
    expect(await nameField(page).inputValue()).toBe('Theirs is better')
  })
})

describe('HTML in a record name', () => {
  it('HTML in a record name is rendered as text', async () => {
    const name = '<img src=x onerror="document.title=1"><b>bold</b>'
    const uid = await company(name)
    const { page } = await panel.openAs('root', '/company')
    await page.getByRole('cell', { name, exact: true }).waitFor()
    await page.goto(`/company/show/${uid}`)
    await page.getByRole('heading', { name }).first().waitFor()
    await page.waitForFunction(title => document.title === title, `${name} — vecto admin`)
    await root.post(`companies/${uid}/groups`, { name })
    await page.goto(`/company/show/${uid}#groups`)
    await page.getByRole('cell', { name, exact: true }).waitFor()
    expect(await page.locator('img[src=x]').count()).toBe(0)
  })
})
