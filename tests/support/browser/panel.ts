import type { BrowserContextOptions } from 'playwright'
import { onTestFinished } from 'vitest'
import type { Language } from '~/model/languages'
import { type Api, login } from '~/tests/support/server/api'
import { workerPort } from '~/tests/support/server/free-port'
import { demoPassword, type ServerOptions, startServer } from '~/tests/support/server/test-server'
import { workerBrowser } from './worker-browser'

/** The localStorage key of the session token. */
const SESSION = 'vecto.session'

type Options = BrowserContextOptions & {
  /** Noise that the test provokes on purpose; any other noise fails it. */
  readonly provoked?: readonly RegExp[]
}

export const emailOf = (name: string) => `${name}@demo.example`

/** `notifying`: the browser can show notifications. `named`: the panel has a host name, which passkeys need. */
type PanelOptions = ServerOptions & { readonly notifying?: boolean; readonly named?: boolean }

/** Starts the real server with demo data and a browser; opens pages with and without a signed-in user. */
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
  /** Opens a page and expects at the end of the test that it recorded no noise. */
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
  /** Drops a session that has ended: the next test that needs the user signs in again. */
  const forget = (name: string) => known.delete(name)
  return { server, person, openAs, openSignedOut, speak, forget, stop: server.stop }
}

export type Panel = Awaited<ReturnType<typeof startPanel>>
