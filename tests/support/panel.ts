import type { BrowserContextOptions } from 'playwright'
import { onTestFinished } from 'vitest'
import type { Language } from '~/model/languages'
import { type Api, login } from './api'
import { workerPort } from './free-port'
import { demoPassword, type ServerOptions, startServer } from './test-server'
import { workerBrowser } from './worker-browser'

/** Where a browser that is signed in holds its session. */
const SESSION = 'vecto.session'

type Options = BrowserContextOptions & {
  /** What the test provokes on purpose; any other noise fails it. */
  readonly provoked?: readonly RegExp[]
}

export const emailOf = (name: string) => `${name}@demo.example`

/** `notifying`: the browser can show notifications. `named`: at a host name, which passkeys need. */
type PanelOptions = ServerOptions & { readonly notifying?: boolean; readonly named?: boolean }

/** The real server with demo data, a browser, and pages of people who are signed in, or of nobody. */
export const startPanel = async ({ notifying, named, ...options }: PanelOptions = {}) => {
  const port = await workerPort()
  const [server, { pages }] = await Promise.all([
    startServer({ demo: true, port, ...options }),
    workerBrowser({ notifying }),
  ])
  await pages.closeOthers(String(port))
  const url = named ? server.url.replace('127.0.0.1', 'localhost') : server.url
  const known = new Map<string, Promise<Api>>()
  const person = (name: string): Promise<Api> => {
    const api = known.get(name) ?? login(server.url, emailOf(name), demoPassword)
    known.set(name, api)
    return api
  }
  /** A page that must have been quiet when its test is over. */
  const open = async (path: string, token: string | undefined, { provoked = [], ...options }: Options) => {
    const { release, ...visit } = await pages.acquire(
      { baseURL: url, ...options },
      token ? { [SESSION]: token } : {},
    )
    onTestFinished(async ({ task }) => {
      let isGood = task.result?.state !== 'fail'
      try {
        visit.expectQuiet(...provoked)
      } catch (error) {
        isGood = false
        throw error
      } finally {
        await release(isGood)
      }
    })
    await visit.page.goto(path)
    return visit
  }
  const openAs = async (name: string, path: string, options: Options = {}) =>
    open(path, (await person(name)).token ?? undefined, options)
  const openSignedOut = (path: string, options: Options = {}) => open(path, undefined, options)
  const speak = async (name: string, lang: Language) => {
    const api = await person(name)
    const { body } = await api.get<{ uid: string }>('users/me')
    await api.patch(`users/${body.uid}`, { lang })
  }
  /** Their session has ended: who needs them next signs in again. */
  const forget = (name: string) => known.delete(name)
  return { server, person, openAs, openSignedOut, speak, forget, stop: server.stop }
}

export type Panel = Awaited<ReturnType<typeof startPanel>>
