import type { Browser, BrowserContextOptions } from 'playwright'
import { onTestFinished } from 'vitest'
import type { Language } from '~/model/roles'
import { type Api, login } from './api'
import { launchBrowser, openPage } from './browser'
import { demoPassword, type ServerOptions, startServer } from './test-server'

type Options = BrowserContextOptions & {
  /** What the test provokes on purpose; any other noise fails it. */
  readonly provoked?: readonly RegExp[]
}

export const emailOf = (name: string) => `${name}@demo.example`

/** What a browser that is signed in holds. */
const storageState = (origin: string, token = '') => ({
  cookies: [],
  origins: [{ origin, localStorage: [{ name: 'vecto.session', value: token }] }],
})

/** A page that must have been quiet when its test is over. */
const watchedPage = async (browser: Browser, url: string, { provoked = [], ...options }: Options) => {
  const visit = await openPage(browser, url, options)
  onTestFinished(async () => {
    try {
      visit.expectQuiet(...provoked)
    } finally {
      await visit.close()
    }
  })
  return visit
}

/** `notifying`: the browser can show notifications. `named`: at a host name, which passkeys need. */
type PanelOptions = ServerOptions & { readonly notifying?: boolean; readonly named?: boolean }

/** The real server with demo data, a browser, and pages of people who are signed in, or of nobody. */
export const startPanel = async ({ notifying, named, ...options }: PanelOptions = {}) => {
  const [server, browser] = await Promise.all([
    startServer({ demo: true, ...options }),
    launchBrowser({ notifying }),
  ])
  const url = named ? server.url.replace('127.0.0.1', 'localhost') : server.url
  const known = new Map<string, Promise<Api>>()
  const person = (name: string): Promise<Api> => {
    const api = known.get(name) ?? login(server.url, emailOf(name), demoPassword)
    known.set(name, api)
    return api
  }
  const openAs = async (name: string, path: string, more: Options = {}) => {
    const { token } = await person(name)
    const state = storageState(url, token)
    const visit = await watchedPage(browser, url, { storageState: state, ...more })
    await visit.page.goto(path)
    return visit
  }
  const openSignedOut = async (path: string, more: Options = {}) => {
    const visit = await watchedPage(browser, url, more)
    await visit.page.goto(path)
    return visit
  }
  const speak = async (name: string, lang: Language) => {
    const api = await person(name)
    const { body } = await api.get<{ uid: string }>('users/me')
    await api.patch(`users/${body.uid}`, { lang })
  }
  /** Their session has ended: who needs them next signs in again. */
  const forget = (name: string) => known.delete(name)
  const stop = () => Promise.all([browser.close(), server.stop()])
  return { server, browser, person, openAs, openSignedOut, speak, forget, stop, stateFor: storageState }
}

export type Panel = Awaited<ReturnType<typeof startPanel>>
