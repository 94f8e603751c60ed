import type { Page } from 'playwright'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { version } from '~/package.json'
import { chooseRowAction, firstRow } from '../support/browser/list-controls'
import { type Panel, startPanel } from '../support/browser/panel'
import { tabTo } from '../support/browser/tab-to'
import type { Api } from '../support/server/api'
import { listAll } from '../support/server/demo-world'

let panel: Panel
let root: Api
beforeAll(async () => {
  panel = await startPanel()
  root = await panel.person('root')
})
afterAll(() => panel.stop())

const addressOf = (page: Page) => page.url().replace(panel.server.url, '')
const menu = (page: Page) => page.getByRole('navigation', { name: 'Main menu' })

describe('dialogs', () => {
  it.each([
    ['reduce', '0s'],
    ['no-preference', '0.225s'],
  ] as const)('a dialog with prefers-reduced-motion: %s opens in %s', async (reducedMotion, time) => {
    const { page } = await panel.openAs('root', '/medias', { reducedMotion })
    await chooseRowAction(firstRow(page), 'Delete')
    const moved = page
      .getByRole('dialog')
      .locator('xpath=ancestor-or-self::*[contains(@class, "MuiDialog-container")]')
    expect(await moved.evaluate(element => getComputedStyle(element).transitionDuration)).toBe(time)
  })
})

describe('page shell', () => {
  it('the footer shows the served version, a contact link and the logo', async () => {
    const { page } = await panel.openAs('root', '/home')
    const footer = page.locator('footer')
    await footer.getByText(`Version ${version}`).waitFor()
    expect(await footer.getByRole('link', { name: 'Contact us' }).getAttribute('href')).toMatch(/^mailto:/)
    expect(await footer.locator('svg').isVisible()).toBe(true)
  })

  it('the footer omits the version without an error when version.json is missing', async () => {
    const { page } = await panel.openSignedOut('/signin', { provoked: [/404 .*\/version\.json/] })
    await page.route('**/version.json', route => route.fulfill({ status: 404 }))
    await page.evaluate(token => localStorage.setItem('vecto.session', token), String(root.token))
    await page.goto('/home')
    await page.getByRole('link', { name: 'Contact us' }).waitFor()
    expect(await page.getByText(/Version|version\.json/).count()).toBe(0)
    expect(await page.getByRole('alert').count()).toBe(0)
  })

  it('icon buttons of the app bar show their label on keyboard focus', async () => {
    const { page } = await panel.openAs('root', '/home')
    const theme = page.getByRole('banner').getByRole('button', { name: 'Toggle light/dark mode' })
    const hint = () => theme.evaluate(button => getComputedStyle(button, '::after').content)
    expect(await hint()).toBe('none')
    await tabTo(page, /Toggle light.dark mode/)
    expect(await hint()).toBe('"Toggle light/dark mode"')
  })

  it('each screen sets the document title', async () => {
    const { page } = await panel.openAs('root', '/home')
    for (const [path, name] of Object.entries({
      '/home': 'Home',
      '/company': 'Companies',
      '/user#deleted': 'Users',
      '/medias#grid': 'Medias',
      '/user/record': 'My account',
      '/nowhere/at/all': 'Page not found',
    })) {
      await page.goto(path)
      await page.waitForFunction(title => document.title === title, `${name} — vecto admin`)
    }
  })

  it('record screens put the record’s name in the document title', async () => {
    const [company] = await listAll(root, 'companies', { name: 'Opéra Nomade' })
    const { page } = await panel.openAs('root', `/company/show/${company?.uid}`)
    await page.waitForFunction(title => document.title === title, 'Opéra Nomade — vecto admin')
    await page.getByRole('link', { name: 'Edit' }).click()
    await page.getByLabel('Name').waitFor()
    expect(await page.title()).toBe('Opéra Nomade — vecto admin')
  })
})

describe('routes', () => {
  it('alias paths redirect to their screens', async () => {
    const { page } = await panel.openAs('root', '/')
    await page.waitForURL('**/home')
    for (const [path, target] of Object.entries({
      '/login': '/home',
      '/signin': '/home',
      '/account': '/user/record',
    })) {
      await page.goto(path)
      await page.waitForURL(`**${target}`)
      await menu(page).waitFor()
    }
  })

  it('/mycompany shows an administrator’s own company', async () => {
    const { page } = await panel.openAs('admin', '/mycompany')
    await page.getByRole('heading', { name: 'Musée du Littoral' }).first().waitFor()
  })

  it('paths in react-admin’s format redirect to those of the product', async () => {
    const [media] = await listAll(root, 'medias', { status: 'completed' })
    const { page } = await panel.openAs('root', `/medias/${media?.uid}/show#events`)
    await page.getByRole('tab', { name: 'Events', selected: true }).waitFor()
    expect(addressOf(page)).toBe(`/medias/show/${media?.uid}#events`)
  })
})

describe('tabs in the URL', () => {
  it('the tab of a list follows the URL hash and survives a reload', async () => {
    const { page } = await panel.openAs('root', '/user#invited')
    await page.getByRole('tab', { name: 'Invited', selected: true }).waitFor()
    await page.getByRole('tab', { name: 'Deleted' }).click()
    await page.waitForURL('**/user#deleted')
    await page.reload()
    await page.getByRole('tab', { name: 'Deleted', selected: true }).waitFor()
    await page.getByRole('columnheader', { name: 'Status' }).waitFor({ state: 'detached' })
  })

  it('the tab of a record follows the URL hash and survives a reload', async () => {
    const [company] = await listAll(root, 'companies', { name: 'Musée du Littoral' })
    const { page } = await panel.openAs('root', `/company/show/${company?.uid}#users`)
    await page.getByRole('tab', { name: 'Users', selected: true }).waitFor()
    await page.getByText('1-5 of 13').waitFor()
    await page.getByRole('tab', { name: 'Groups' }).click()
    await page.reload()
    await page.getByRole('tab', { name: 'Groups', selected: true }).waitFor()
    await page.getByRole('cell', { name: 'Marketing', exact: true }).waitFor()
  })
})

describe('main menu', () => {
  it('the menu keeps its last selected item on screens without a menu item', async () => {
    const { page } = await panel.openAs('root', '/home')
    await menu(page).getByRole('link', { name: 'Medias' }).click()
    await page.waitForURL('**/medias')
    expect(await page.evaluate(() => Object.values(sessionStorage))).toContain('medias')
    await page.goto('/nowhere')
    await page.getByRole('heading', { name: 'Page not found' }).first().waitFor()
    expect(await menu(page).locator('.lit').textContent()).toBe('Medias')
  })

  it('the menu shows the user’s name, company and role', async () => {
    const { page } = await panel.openAs('manager', '/home')
    for (const text of ['Maya Manager', 'Musée du Littoral', 'Manager'])
      await menu(page).getByText(text, { exact: true }).waitFor()
  })
})

describe('narrow windows', () => {
  it('narrowing the window closes the menu, and widening it restores the menu', async () => {
    const { page } = await panel.openAs('root', '/templates')
    const folds = page.locator('header').getByRole('button', { name: /^(Open|Close) menu$/ })
    await page.getByRole('table').waitFor()
    for (const _ of ['never folded', 'folded and unfolded by hand']) {
      await page.setViewportSize({ width: 390, height: 850 })
      await menu(page).waitFor({ state: 'detached' })
      await page.getByRole('main').getByRole('heading').first().waitFor()
      await folds.click()
      await menu(page).waitFor()
      await page.keyboard.press('Escape')
      await menu(page).waitFor({ state: 'detached' })
      await page.setViewportSize({ width: 1280, height: 850 })
      await page.getByRole('table').waitFor()
      await menu(page).getByText('Sign out').waitFor()
      await folds.click()
      await page.getByRole('button', { name: 'Open menu' }).click()
      await page.getByRole('button', { name: 'Close menu' }).waitFor()
    }
  })
})

describe('dates', () => {
  it('dates are shown in Paris time in any browser time zone', async () => {
    type Dated = { uid: string; createdAt: string }
    const medias = await listAll<Dated>(root, 'medias', { status: 'completed' })
    const old = medias.find(({ createdAt }) => Date.now() - Date.parse(createdAt) > 5 * 86_400_000)
    const zone = { timeZone: 'Europe/Paris', dateStyle: 'medium', timeStyle: 'short' } as const
    const inParis = new Intl.DateTimeFormat('en-GB', zone).format(new Date(old?.createdAt ?? ''))
    const { page } = await panel.openAs('root', `/medias/show/${old?.uid}`, { timezoneId: 'Asia/Tokyo' })
    await page.getByText(inParis).first().waitFor()
  })

  it('dates of the last two days are shown as relative time, with the full date in the title', async () => {
    const { page } = await panel.openAs('root', '/medias', { timezoneId: 'Asia/Tokyo' })
    const newest = page.getByRole('row').nth(1).locator('time')
    expect(await newest.textContent()).toMatch(/^(now|\d+ (minute|hour)s? ago)$/)
    expect(await newest.getAttribute('title')).toMatch(/^\d+ \w+ 20\d\d, \d\d:\d\d \S/)
  })
})
