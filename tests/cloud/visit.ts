import type { Browser, BrowserContext, BrowserContextOptions } from 'playwright'
import { onTestFinished } from 'vitest'
import { openPage } from '../support/browser/browser'
import { stage } from './accounts'
import { ofTheWindow, standInForGoogle } from './provider-window'

type Options = BrowserContextOptions & {
  /** Parameters of Remote Config; null: unreachable. */
  readonly remoteConfig?: Readonly<Record<string, string>> | null
  /** The functions are those of another provider, without our routes. */
  readonly ofProvider?: boolean
  /** Console messages that the test expects; any other message fails it. */
  readonly provoked?: readonly RegExp[]
}

const cors = { 'access-control-allow-origin': '*', 'access-control-allow-headers': '*' }
const own = [
  stage.panel,
  ...[stage.auth, stage.storage, stage.firestore, stage.functions].map(at => `http://${at}`),
]

const installation = {
  name: 'projects/demo-vecto/installations/cabcdefghijklmnopqrstu',
  fid: 'cabcdefghijklmnopqrstu',
  refreshToken: 'refresh',
  authToken: { token: 'installation-token', expiresIn: '604800s' },
}

/** Registers the browser, of which Firebase has no emulator. */
export const standInForInstallations = (context: BrowserContext) =>
  context.route('https://firebaseinstallations.googleapis.com/**', route =>
    route.fulfill({ json: installation, headers: cors }),
  )

/** Mocks Google services without an emulator, and records requests to any other address. */
const standIn = async (context: BrowserContext, remoteConfig: Options['remoteConfig']) => {
  const strangers: string[] = []
  await context.route('**', route => {
    const url = route.request().url()
    if (own.some(address => url.startsWith(address))) return route.continue()
    if (!ofTheWindow.test(url)) strangers.push(url)
    return route.abort()
  })
  await standInForGoogle(context)
  await standInForInstallations(context)
  await context.route('https://firebaseremoteconfig.googleapis.com/**', route =>
    remoteConfig
      ? route.fulfill({
          json: { entries: remoteConfig, state: 'UPDATE', templateVersion: '1' },
          headers: { ...cors, etag: 'etag-1', 'access-control-expose-headers': 'etag' },
        })
      : route.abort(),
  )
  return strangers
}

/** Opens the cloud panel in a new browser, and fails on unexpected messages and requests at the end. */
export const visit = async (browser: Browser, path: string, options: Options = {}) => {
  const { remoteConfig = {}, provoked = [], ofProvider = false, ...more } = options
  const opened = await openPage(browser, { baseURL: stage.panel, ...more })
  const strangers = await standIn(opened.context, remoteConfig)
  if (ofProvider)
    await opened.context.route('**/europe-west1/config', route =>
      route.fulfill({ status: 404, json: { code: 'not_found', message: 'No such function' }, headers: cors }),
    )
  onTestFinished(async () => {
    try {
      opened.expectQuiet(
        /Push notifications are off/,
        ofTheWindow,
        ...(ofProvider ? [/status of 404/] : []),
        ...provoked,
      )
      if (strangers.length) throw new Error(`Called besides: ${strangers.join(', ')}`)
    } finally {
      await opened.close()
    }
  })
  await opened.page.goto(`${path}${path.includes('?') ? '&' : '?'}emulator`)
  return opened
}
