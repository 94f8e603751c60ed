import type { Page } from 'playwright'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Panel, startPanel } from '../support/browser/panel'
import { seriousFaults } from '../support/browser/serious-faults'
import { pressOn, typeIn } from '../support/browser/tab-to'
import { long } from '../support/process/long'
import type { Api } from '../support/server/api'
import { type Found, listAll } from '../support/server/demo-world'

type Vecto = Found & { name: string; video: { ref: string } }
type PublicLink = Found & { name: string; status: string; views: number; seconds: number; url: string }
type Event = { event: string; args: { field?: string } }

let panel: Panel
let admin: Api
let vecto: Vecto
let path: string
let screen: string
beforeAll(async () => {
  panel = await startPanel()
  admin = await panel.person('admin')
  await panel.speak('admin', 'en')
  vecto = (await listAll<Vecto>(admin, 'videos3d', { status: 'completed' }))[0] as Vecto
  path = `${vecto.video.ref}/vectos/${vecto.uid}`
  screen = `/video3d/show/${vecto.video.ref.split('/')[1]}/${vecto.uid}`
})
afterAll(() => panel.stop())

/** Rendering without a graphics card is slow. */
const patience = { timeout: 15_000 }

const linkNamed = async (name: string) =>
  (await listAll<PublicLink>(admin, `${path}/public_links`)).find(link => link.name === name)
const made = async (body: object) =>
  (await admin.post<PublicLink>(`${path}/public_links`, { name: 'Made', ...body })).body.url.split('/').at(-1)
const timeOf = (page: Page) => page.evaluate(() => document.querySelector('video')?.currentTime ?? 0)
const pathsOf = (page: Page) => {
  const paths: string[] = []
  page.on('request', request => paths.push(new URL(request.url()).pathname))
  return paths
}

const texts = {
  'en-GB': {
    locked: 'This video needs a password',
    password: 'Password',
    submit: 'Watch',
    wrong: /password is wrong/,
    gone: 'This video is not available',
  },
  'fr-FR': {
    locked: 'Cette vidéo demande un mot de passe',
    password: 'Mot de passe',
    submit: 'Regarder',
    wrong: /mot de passe est incorrect/,
    gone: 'Cette vidéo n’est pas disponible',
  },
  'es-ES': {
    locked: 'Este vídeo necesita una contraseña',
    password: 'Contraseña',
    submit: 'Ver',
    wrong: /contraseña no es correcta/,
    gone: 'Este vídeo no está disponible',
  },
} as const

describe('a public link', () => {
  it('a public link is created by keyboard, plays without a session, is counted, and ends when it is revoked', async () => {
    const { page } = await panel.openAs('admin', screen)
    await pressOn(page.getByRole('button', { name: 'Share', exact: true }))
    const dialog = page.getByRole('dialog')
    expect(await seriousFaults(page)).toEqual([])
    await typeIn(dialog.getByLabel('Name'), 'Keyboard')
    await pressOn(dialog.getByRole('button', { name: 'Create the link' }))
    await dialog.getByText('The public link is ready').waitFor()
    const url = await dialog.getByLabel('Link').inputValue()
    expect(await seriousFaults(page)).toEqual([])
    await pressOn(dialog.getByRole('button', { name: 'Close' }))
    await pressOn(page.getByRole('tab', { name: 'Public links' }))
    await page
      .getByRole('row', { name: /Keyboard/ })
      .getByText('Active')
      .waitFor()

    const { page: visit } = await panel.openSignedOut('about:blank', { provoked: [/404/] })
    const paths = pathsOf(visit)
    await visit.goto(url)
    await visit.getByRole('heading', { name: vecto.name }).waitFor()
    expect(await seriousFaults(visit)).toEqual([])
    await pressOn(visit.getByRole('button', { name: 'Play' }), 'Space')
    await expect.poll(() => timeOf(visit), patience).toBeGreaterThan(0.5)
    const token = url.split('/').at(-1)
    const known = /^\/(assets|favicon|manifest|parse\/blob)|\.(svg|png)$/
    expect(paths.filter(each => !known.test(each) && !each.includes(`watch/${token}`))).toEqual([])
    await expect.poll(async () => (await linkNamed('Keyboard'))?.views, patience).toBe(1)
    await pressOn(visit.getByRole('button', { name: 'Pause' }), 'Space')
    const counted = () => admin.get<{ results: { seconds: number }[] }>(`${path}/playbacks?days=1`)
    await expect.poll(async () => (await counted()).body.results[0]?.seconds, patience).toBeGreaterThan(0)

    await page
      .getByRole('row', { name: /Keyboard/ })
      .getByRole('button', { name: /^Revoke/ })
      .click()
    await page.getByRole('dialog').getByRole('button', { name: 'Confirm' }).click()
    await page
      .getByRole('row', { name: /Keyboard/ })
      .getByText('Revoked')
      .waitFor()
    await visit.reload()
    await visit.getByRole('heading', { name: 'This video is not available' }).waitFor()
    expect(await seriousFaults(visit)).toEqual([])
  })

  it.each(Object.keys(texts) as (keyof typeof texts)[])(
    'asks for its password, and says that it is not available, in the browser’s language (%s)',
    async locale => {
      const words = texts[locale]
      const token = await made({ password: 'open sesame' })
      const { page } = await panel.openSignedOut(`/watch/${token}`, {
        locale,
        viewport: { width: 390, height: 800 },
        colorScheme: 'dark',
        provoked: [/404/],
      })
      await page.getByRole('heading', { name: words.locked }).waitFor()
      expect(await seriousFaults(page)).toEqual([])
      await typeIn(page.getByLabel(words.password), 'guess')
      await page.keyboard.press('Enter')
      await page.getByRole('alert').getByText(words.wrong).waitFor()
      await typeIn(page.getByLabel(words.password), 'open sesame')
      await pressOn(page.getByRole('button', { name: words.submit }))
      await page.getByRole('heading', { name: vecto.name }).waitFor()
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390)
      await page.goto('/watch/nothing')
      await page.getByRole('heading', { name: words.gone }).waitFor()
      expect(await page.evaluate(() => document.documentElement.lang)).toBe(locale.slice(0, 2))
    },
  )
})

describe('an iframe', () => {
  /** Serves a page of another site, and the panel under a host name: browsers keep public pages from private addresses. */
  const embed = async (page: Page, host: string, token: string | undefined) => {
    const base = panel.server.url
    await page.route('http://panel.example/**', async route => {
      const { pathname, search } = new URL(route.request().url())
      const headers = { ...route.request().headers(), 'x-forwarded-host': 'panel.example' }
      await route.fulfill({ response: await route.fetch({ url: `${base}${pathname}${search}`, headers }) })
    })
    const body = `<title>A site</title><iframe src="http://panel.example/watch/${token}" width="700" height="420" allow="autoplay"></iframe>`
    await page.route(`http://${host}/**`, route => route.fulfill({ contentType: 'text/html', body }))
    await page.goto(`http://${host}/`)
    return page.frameLocator('iframe')
  }

  it('plays the video on a website that the link names, and on no other', async () => {
    const token = await made({ domains: ['www.museum.example'] })
    const provoked = [
      /Cross-Origin-Opener-Policy|Origin-Agent-Cluster|origin-keyed/,
      /frame-ancestors/,
      /watch\//,
    ]
    const { page } = await panel.openSignedOut('about:blank', { provoked })
    const frame = await embed(page, 'www.museum.example', token)
    await frame.getByRole('button', { name: 'Play' }).click()
    await expect
      .poll(() => frame.locator('video').evaluate((video: HTMLVideoElement) => video.currentTime), patience)
      .toBeGreaterThan(0.3)

    const { page: other } = await panel.openSignedOut('about:blank', { provoked })
    const refused = other.waitForEvent('requestfailed', request => request.url().includes('/watch/'))
    await embed(other, 'evil.example', token)
    expect((await refused).failure()?.errorText).toBe('net::ERR_BLOCKED_BY_RESPONSE')
  })
})

describe('the panel’s own player', () => {
  it(
    'a 3D video is recorded as Viewed when it plays, not when its page opens, and shows its views by day',
    long,
    async () => {
      const q = encodeURIComponent(JSON.stringify({ object: path, event: ['view', 'download'] }))
      const events = async () => (await admin.get<{ results: Event[] }>(`events?q=${q}`)).body.results.length
      const before = await events()
      const { page } = await panel.openAs('admin', screen)
      await page.waitForFunction(() => (document.querySelector('video')?.readyState ?? 0) >= 2)
      expect(await events()).toBe(before)
      await page.getByRole('button', { name: 'Play', exact: true }).click()
      await expect.poll(events, patience).toBe(before + 1)
      await page.getByRole('tab', { name: 'Events' }).click()
      await page.getByRole('row').filter({ hasText: 'Viewed' }).first().waitFor()
      await page.getByRole('tab', { name: 'Views' }).click()
      await page.getByText(/views in this period/).waitFor()
      await page.locator('svg .MuiBarElement-root, svg [class*=MuiBarElement]').first().waitFor()
      expect(await seriousFaults(page)).toEqual([])
      const saved = page.waitForEvent('download')
      await page.getByRole('button', { name: 'Export (CSV)' }).click()
      expect((await saved).suggestedFilename()).toMatch(/^views of .* \d{4}-\d\d-\d\d\.csv$/)
    },
  )
})
