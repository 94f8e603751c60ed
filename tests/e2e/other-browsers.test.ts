import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, it, type TestContext } from 'vitest'
import { type OtherBrowser, openFirefox, openWebKit } from '../support/browser/other-browsers'
import { long } from '../support/process/long'
import { needsBrowser } from '../support/process/needs'
import { login } from '../support/server/api'
import { demoPassword, startServer } from '../support/server/test-server'

const PATIENCE = 60_000
const limits = { ...long, timeout: 400_000 }

let server: Awaited<ReturnType<typeof startServer>>
let folder: string
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'vecto-browsers-'))
  server = await startServer({ demo: true })
})
afterAll(async () => {
  await server.stop()
  rmSync(folder, { recursive: true, force: true })
})

const quoted = (text: string) => JSON.stringify(text)

/** Finds elements by their visible text, in browsers that Playwright does not drive. */
const handsOf = (browser: OtherBrowser) => {
  const until = async (what: string, expression: string) => {
    const end = Date.now() + PATIENCE
    while (!(await browser.evaluate(`Boolean(${expression})`))) {
      const seen = async () => browser.evaluate('document.body.innerText.slice(0, 1500)')
      if (Date.now() > end) throw new Error(`${what} was not there in time:\n${await seen()}`)
      await new Promise(resolve => setTimeout(resolve, 200))
    }
  }
  const see = (text: string) => until(`'${text}'`, `document.body.innerText.includes(${quoted(text)})`)
  const find = (selector: string) => until(selector, `document.querySelector(${quoted(selector)})`)
  const press = async (selector: string, text = '') => {
    const element = `[...document.querySelectorAll(${quoted(selector)})].find(each => (each.textContent + each.ariaLabel).includes(${quoted(text)}) && each.checkVisibility())`
    await until(`${selector} ${text}`, element)
    await browser.evaluate(`${element}.click()`)
  }
  const fill = async (selector: string, text: string) => {
    // A form that is reset with its record replaces its inputs: found and focused in one step.
    const focus = `(input => input && (input.focus(), input.select(), document.activeElement === input))(document.querySelector(${quoted(selector)}))`
    await until(selector, focus)
    await browser.type(text)
  }
  return { until, see, find, press, fill }
}

const signIn = async (browser: OtherBrowser, path: string) => {
  const { fill, press } = handsOf(browser)
  await browser.goTo(server.url + path)
  await fill('#email', 'root@demo.example')
  await fill('#password', demoPassword)
  await press('button[type=submit]', 'Sign in')
}

const open = {
  Firefox: () => openFirefox(),
  WebKit: openWebKit,
} as const

const visit = async (
  context: TestContext,
  name: keyof typeof open,
  begin: () => Promise<OtherBrowser> = open[name],
) => {
  needsBrowser(context, name)
  const browser = await begin()
  context.onTestFinished(() => browser.close())
  return browser
}

describe.each(['Firefox', 'WebKit'] as const)('panel in %s', name => {
  it('sign-in, a date filter, an edit and an upload work in another browser', limits, async context => {
    const browser = await visit(context, name)
    const { see, press, fill, find, until } = handsOf(browser)
    await signIn(browser, '/company')
    await see('1-10 of')
    await browser.goTo(`${server.url}/company?createdAt=2020-01-01..`)
    await see('1-10 of')
    await find('input[placeholder="dd/mm/yyyy"]')
    const days = '[...document.querySelectorAll(\'input[placeholder="dd/mm/yyyy"]\')].map(each => each.value)'
    await until('both days', `${days}.length === 2`)
    expect(await browser.evaluate(days)).toEqual(['01/01/2020', ''])

    await press('a.icon-action', 'Edit')
    await fill('input[name=name]', `Renamed in ${name}`)
    await press('button[type=submit]', 'Save')
    await see('Company saved')

    const picture = join(folder, `${name}.png`)
    await sharp({ create: { width: 8, height: 8, channels: 3, background: 'teal' } })
      .png()
      .toFile(picture)
    await browser.goTo(`${server.url}/medias/create`)
    await find('input[type=file]')
    await browser.chooseFile('input[type=file]', picture)
    await until(
      'the name of the file',
      `document.querySelector('input[name=name]')?.value.startsWith(${quoted(name)})`,
    )
    await see(`${name}.png`)
  })

  it('a user’s own picture and the menu of views work in another browser', limits, async context => {
    const browser = await visit(context, name)
    const { see, press, find, until } = handsOf(browser)
    await signIn(browser, '/user/record')
    await find('main input[type=file]')
    const picture = join(folder, `${name}-me.png`)
    await sharp({ create: { width: 300, height: 200, channels: 3, background: 'teal' } })
      .png()
      .toFile(picture)
    await browser.chooseFile('main input[type=file]', picture)
    await find('main .avatar img[src^="blob:"]')
    await see('Choose another picture')
    await press('button', 'Save')
    await see('Your settings are saved')
    await until(
      'the picture in the menu',
      "(document.querySelector('nav .avatar img')?.naturalWidth ?? 0) > 0",
    )
    await browser.goTo(`${server.url}/user`)
    await until(
      'the picture in the list',
      "[...document.querySelectorAll('tbody .avatar img')].some(each => each.naturalWidth > 0)",
    )
    const heights =
      "[...document.querySelectorAll('tbody tr')].map(row => Math.round(row.getBoundingClientRect().height))"
    await until('rows of one height', `new Set(${heights}).size === 1`)
    await press('button', 'Views')
    await see('Save this view')
  })

  it(
    'the player and the keyboard control of the clip range work in another browser',
    limits,
    async context => {
      const api = await login(server.url, 'root@demo.example', demoPassword)
      const { body } = await api.get<{ results: { uid: string; status: string }[] }>('videos360')
      const video = body.results.find(({ status }) => status === 'completed')?.uid
      const browser = await visit(context, name)
      const { find, see, until } = handsOf(browser)
      await signIn(browser, `/video360/show/${video}`)
      await find('[role=group] canvas, video[controls]')
      await until('a frame', "(document.querySelector('video')?.readyState ?? 0) >= 2")
      await until(
        'the speed',
        "document.querySelector('video[controls]') || document.querySelector('select')",
      )
      await browser.goTo(`${server.url}/video360/vecto/${video}`)
      await find('.slider-handle')
      await see('0:00')
      await browser.evaluate("document.querySelector('.slider-handle').focus()")
      const value = "Number(document.querySelector('.slider-handle').ariaValueNow)"
      expect(await browser.evaluate(value)).toBe(0)
      await browser.type('\uE014')
      await until('a later start', `${value} > 0`)
    },
  )
})

type Preferences = Readonly<Record<string, boolean | number>>
const blocked: [string, Preferences][] = [
  ['blocked site data', { 'network.cookie.cookieBehavior': 2 }],
  ['disabled storage', { 'dom.storage.enabled': false }],
]

it.for(blocked)('Firefox with %s keeps the session until reload', limits, async (given, context) => {
  const browser = await visit(context, 'Firefox', () => openFirefox(given[1]))
  const { see } = handsOf(browser)
  await signIn(browser, '/company')
  await see('1-10 of')
  await see('You are signed out when this page is reloaded')
})
