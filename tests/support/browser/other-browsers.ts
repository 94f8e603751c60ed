import { type ChildProcess, spawn } from 'node:child_process'
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { WebSocket } from 'undici'
import { findFirefox, findMiniBrowser, findWebKitDriver, findXvfb } from '~/scripts/system-packages'
import { freePort } from '~/tests/support/server/free-port'

/** A browser other than Chromium: Playwright drives neither Debian's Firefox nor WebKitGTK. */
export type OtherBrowser = {
  readonly goTo: (url: string) => Promise<void>
  /** Evaluates an expression in the page and returns its value as JSON preserves it. */
  readonly evaluate: (expression: string) => Promise<unknown>
  /** Types into the focused element, like a keyboard. */
  readonly type: (text: string) => Promise<void>
  readonly chooseFile: (selector: string, path: string) => Promise<void>
  readonly close: () => Promise<void>
}

const START_MS = 60_000

const within = async <T>(what: string, attempt: () => Promise<T>): Promise<T> => {
  const end = Date.now() + START_MS
  for (;;) {
    try {
      return await attempt()
    } catch (error) {
      if (Date.now() > end) throw new Error(`${what} did not answer`, { cause: error })
      await new Promise(resolve => setTimeout(resolve, 250))
    }
  }
}

const end = (process: ChildProcess) =>
  new Promise<void>(resolve => {
    if (process.exitCode !== null || process.signalCode !== null) return resolve()
    process.once('exit', () => resolve())
    process.kill('SIGTERM')
    setTimeout(() => process.kill('SIGKILL'), 5000).unref()
  })

const start = (program: string, args: readonly string[], env: Readonly<Record<string, string>> = {}) =>
  spawn(program, args, { stdio: 'ignore', env: { ...process.env, ...env } })

type Answer = {
  readonly id?: number
  readonly result?: unknown
  readonly error?: string
  readonly message?: string
}

const connect = (url: string) =>
  new Promise<WebSocket>((resolve, reject) => {
    const socket = new WebSocket(url)
    socket.addEventListener('open', () => resolve(socket))
    socket.addEventListener('error', () => reject(new Error(`No connection to ${url}`)))
  })

/** WebDriver BiDi: commands over a socket. */
const openBiDi = async (url: string) => {
  const socket = await within('Firefox', () => connect(url))
  const waiting = new Map<number, (answer: Answer) => void>()
  let last = 0
  socket.addEventListener('message', ({ data }) => {
    const answer: Answer = JSON.parse(String(data))
    if (answer.id !== undefined) waiting.get(answer.id)?.(answer)
  })
  const send = async (method: string, params: object): Promise<unknown> => {
    last += 1
    const id = last
    const answered = new Promise<Answer>(resolve => waiting.set(id, resolve))
    socket.send(JSON.stringify({ id, method, params }))
    const { result, error, message } = await answered
    waiting.delete(id)
    if (error) throw new Error(`${method}: ${error} ${message}`)
    return result
  }
  return { send, close: () => socket.close() }
}

const at = (value: unknown, ...path: readonly (string | number)[]): unknown =>
  path.reduce<unknown>(
    (inner, key) => (inner && typeof inner === 'object' ? Reflect.get(inner, key) : undefined),
    value,
  )

const asJson = (expression: string) =>
  `Promise.resolve(${expression}).then(value => JSON.stringify(value ?? null))`

/** @param preferences of Firefox, such as `network.cookie.cookieBehavior` */
export const openFirefox = async (
  preferences: Readonly<Record<string, boolean | number>> = {},
): Promise<OtherBrowser> => {
  const profile = mkdtempSync(join(tmpdir(), 'vecto-firefox-'))
  const lines = Object.entries({ 'remote.active-protocols': 1, ...preferences }).map(
    ([name, value]) => `user_pref(${JSON.stringify(name)}, ${value});`,
  )
  writeFileSync(join(profile, 'user.js'), lines.join('\n'))
  const port = await freePort()
  const args = ['--headless', '--no-remote', '--remote-debugging-port', String(port), '--profile', profile]
  const browser = start(findFirefox() ?? 'firefox-esr', args)
  const { send, close } = await openBiDi(`ws://127.0.0.1:${port}/session`)
  await send('session.new', { capabilities: {} })
  const context = at(await send('browsingContext.getTree', {}), 'contexts', 0, 'context')
  const evaluate = async (expression: string) => {
    const target = { context }
    const params = { expression: asJson(expression), target, awaitPromise: true }
    const answer = await send('script.evaluate', params)
    if (at(answer, 'type') !== 'success') throw new Error(JSON.stringify(at(answer, 'exceptionDetails')))
    return JSON.parse(String(at(answer, 'result', 'value')))
  }
  return {
    goTo: async url => void (await send('browsingContext.navigate', { context, url, wait: 'complete' })),
    evaluate,
    type: async text => {
      const actions = [...text].flatMap(value => [
        { type: 'keyDown', value },
        { type: 'keyUp', value },
      ])
      await send('input.performActions', { context, actions: [{ type: 'key', id: 'keyboard', actions }] })
    },
    chooseFile: async (selector, path) => {
      const locator = { type: 'css', value: selector }
      const element = at(await send('browsingContext.locateNodes', { context, locator }), 'nodes', 0)
      await send('input.setFiles', { context, element: { sharedId: at(element, 'sharedId') }, files: [path] })
    },
    close: async () => {
      close()
      await end(browser)
      rmSync(profile, { recursive: true, force: true, maxRetries: 5 })
    },
  }
}

const ELEMENT = 'element-6066-11e4-a52e-4f735466cecf'

/** Starts a virtual display, which WebKitGTK needs. */
const openDisplay = async () => {
  const name = `:${200 + (process.pid % 5000)}`
  const display = start(findXvfb() ?? 'Xvfb', [name, '-screen', '0', '1280x900x24', '-nolisten', 'tcp'])
  await within('Xvfb', async () => {
    if (!existsSync(`/tmp/.X11-unix/X${name.slice(1)}`)) throw new Error('No display yet')
  })
  return { name, end: () => end(display) }
}

/** WebDriver: commands by HTTP. */
export const openWebKit = async (): Promise<OtherBrowser> => {
  const display = await openDisplay()
  const port = await freePort()
  const driver = start(findWebKitDriver() ?? 'WebKitWebDriver', [`--port=${port}`], {
    DISPLAY: display.name,
    // WebKit's sandbox does not start as root or in containers.
    WEBKIT_DISABLE_SANDBOX_THIS_IS_DANGEROUS: '1',
  })
  const call = async (method: string, path: string, json?: object): Promise<unknown> => {
    const init = json ? { body: JSON.stringify(json), headers: { 'content-type': 'application/json' } } : {}
    const answer = await fetch(`http://127.0.0.1:${port}${path}`, { method, ...init })
    const value = at(await answer.json(), 'value')
    if (!answer.ok) throw new Error(`${path}: ${at(value, 'error')} ${at(value, 'message')}`)
    return value
  }
  await within('WebKitWebDriver', () => call('GET', '/status'))
  const options = { binary: findMiniBrowser(), args: ['--automation'] }
  const capabilities = { alwaysMatch: { 'webkitgtk:browserOptions': options } }
  const session = `/session/${at(await call('POST', '/session', { capabilities }), 'sessionId')}`
  const evaluate = async (expression: string) => {
    const script = `const done = arguments[0]; ${asJson(expression)}.then(done, error => done(JSON.stringify({ error: String(error) })))`
    return JSON.parse(String(await call('POST', `${session}/execute/async`, { script, args: [] })))
  }
  const elementOf = (found: unknown) => `${session}/element/${at(found, ELEMENT)}`
  return {
    goTo: async url => void (await call('POST', `${session}/url`, { url })),
    evaluate,
    type: async text => {
      const active = await call('GET', `${session}/element/active`)
      await call('POST', `${elementOf(active)}/value`, { text })
    },
    chooseFile: async (selector, path) => {
      const found = await call('POST', `${session}/element`, { using: 'css selector', value: selector })
      await call('POST', `${elementOf(found)}/value`, { text: path })
    },
    close: async () => {
      await call('DELETE', session).catch(() => undefined)
      await end(driver)
      await display.end()
    },
  }
}
