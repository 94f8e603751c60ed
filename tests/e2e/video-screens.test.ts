import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Locator, Page } from 'playwright'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Api } from '../support/api'
import { type Found, listAll } from '../support/demo-world'
import { long } from '../support/long'
import { type Panel, startPanel } from '../support/panel'
import { makeClip } from '../support/sphere-material'

type Video = Found & { name: string; duration: number; framerate: number; company: { ref: string } }

let panel: Panel
let root: Api
let video: Video
let folder: string
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'vecto-screens-'))
  panel = await startPanel()
  root = await panel.person('root')
  const [ready] = await listAll<Video>(root, 'videos', { pending: false })
  if (!ready) throw new Error('no 360 video that is ready in the demo data')
  video = ready
})
afterAll(async () => {
  await panel.stop()
  rmSync(folder, { recursive: true, force: true })
})

/** Without a graphics card, a picture takes a while. */
const patience = { timeout: 10_000 }

/** What the view looks like, once it has been drawn. */
const imageOf = async (view: Locator) => {
  await view
    .page()
    .evaluate(() => new Promise(done => requestAnimationFrame(() => requestAnimationFrame(done))))
  return (await view.screenshot()).toString('base64')
}

const viewIn = async (page: Page) => {
  await page.locator('canvas').waitFor()
  await page.waitForFunction(() => (document.querySelector('video')?.readyState ?? 0) >= 2)
  const view = page.getByRole('application', { name: /^360° view of/ })
  await view.focus()
  // What draws has its size once it is there; its first image follows.
  await page.waitForFunction(() => document.querySelector('canvas')?.width !== 300)
  let before = ''
  const stands = async () => {
    const [earlier, now] = [before, await imageOf(view)]
    before = now
    return earlier === now
  }
  await expect.poll(stands, patience).toBe(true)
  return view
}

/** Counts, in the page, how often anything is drawn. */
const countDrawing = () => {
  const { drawElements } = WebGL2RenderingContext.prototype
  Object.assign(window, { drawn: 0 })
  WebGL2RenderingContext.prototype.drawElements = function (...given) {
    const { drawn = 0 } = window as { drawn?: number }
    Object.assign(window, { drawn: drawn + 1 })
    return drawElements.apply(this, given)
  }
}
const drawnIn = (page: Page) => page.evaluate(() => (window as { drawn?: number }).drawn ?? 0)

const timeIn = (page: Page) => page.evaluate(() => document.querySelector('video')?.currentTime ?? 0)

describe('the player of a 360 video', () => {
  it('is looked about in with keys, and comes back', long, async () => {
    const { page } = await panel.openAs('root', `/video360/show/${video.uid}`, { reducedMotion: 'reduce' })
    const view = await viewIn(page)
    const ahead = await imageOf(view)
    for (const key of ['ArrowRight', 'ArrowDown', '+']) {
      const before = await imageOf(view)
      await page.keyboard.press(key)
      await expect.poll(() => imageOf(view), { ...patience, message: key }).not.toBe(before)
    }
    await page.keyboard.press('Home')
    await expect.poll(() => imageOf(view), patience).toBe(ahead)
  })

  it('is looked about in with the mouse', async () => {
    const { page } = await panel.openAs('root', `/video360/show/${video.uid}`, { reducedMotion: 'reduce' })
    const view = await viewIn(page)
    const ahead = await imageOf(view)
    const box = await view.boundingBox()
    if (!box) throw new Error('the view is not on the screen')
    await page.mouse.move(box.x + 60, box.y + 60)
    await page.mouse.down()
    await page.mouse.move(box.x + 260, box.y + 90, { steps: 4 })
    await page.mouse.up()
    await expect.poll(() => imageOf(view), patience).not.toBe(ahead)
    const turned = await imageOf(view)
    await page.mouse.wheel(0, -300)
    await expect.poll(() => imageOf(view), patience).not.toBe(turned)
  })

  it('goes from image to image and plays, with keys', async () => {
    const { page } = await panel.openAs('root', `/video360/show/${video.uid}`)
    await viewIn(page)
    await page.keyboard.press('.')
    await expect.poll(() => timeIn(page), patience).toBeGreaterThan(0.02)
    const second = await timeIn(page)
    await page.keyboard.press('.')
    await expect.poll(() => timeIn(page), patience).toBeGreaterThan(second + 0.02)
    await page.keyboard.press(',')
    await expect.poll(() => timeIn(page), patience).toBeCloseTo(second, 2)
    await page.keyboard.press(' ')
    await expect.poll(() => timeIn(page), patience).toBeGreaterThan(0.5)
  })

  it('draws nothing while nothing moves', async () => {
    const { page } = await panel.openAs('root', '/home')
    await page.addInitScript(countDrawing)
    await page.goto(`/video360/show/${video.uid}`)
    await viewIn(page)
    await expect.poll(() => drawnIn(page), patience).toBeGreaterThan(0)
    await page.waitForTimeout(500)
    const drawn = await drawnIn(page)
    await page.waitForTimeout(1000)
    expect(await drawnIn(page)).toBe(drawn)
    await page.keyboard.press('ArrowLeft')
    await expect.poll(() => drawnIn(page), patience).toBe(drawn + 1)
  })
})

const sliders = (page: Page) => ({
  first: page.getByRole('slider', { name: 'First frame' }),
  last: page.getByRole('slider', { name: 'Last frame' }),
})
const at = (slider: Locator) => slider.getAttribute('aria-valuenow').then(Number)

/** Seconds of one image of the film. */
const image = () => 1 / video.framerate

describe('the part of a film', () => {
  it('is chosen with keys: by the image, by the second, to the ends, and never crossed', async () => {
    const { page } = await panel.openAs('root', `/video360/vecto/${video.uid}`)
    const { first, last } = sliders(page)
    await first.focus()
    await page.keyboard.press('ArrowRight')
    expect(await at(first)).toBeCloseTo(image(), 2)
    await page.keyboard.press('Shift+ArrowRight')
    expect(await at(first)).toBeCloseTo(1 + image(), 2)
    await page.keyboard.press('End')
    expect(await at(last)).toBeGreaterThan(await at(first))
    expect((await at(last)) - (await at(first))).toBeCloseTo(image(), 2)
    await last.focus()
    await page.keyboard.press('ArrowLeft')
    expect((await at(last)) - (await at(first))).toBeCloseTo(image(), 2)
    await first.focus()
    await page.keyboard.press('Home')
    expect(await at(first)).toBe(0)
  })

  it('is chosen with the mouse, which takes the nearer end along and shows its image', async () => {
    const { page } = await panel.openAs('root', `/video360/vecto/${video.uid}`)
    await viewIn(page)
    const { first, last } = sliders(page)
    const end = await at(last)
    const track = await page.getByRole('group', { name: 'Range' }).boundingBox()
    if (!track) throw new Error('the track is not on the screen')
    const x = (share: number) => track.x + share * track.width
    const y = track.y + track.height / 2
    await page.mouse.move(x(0), y)
    await page.mouse.down()
    await page.mouse.move(x(0.25), y, { steps: 5 })
    await page.mouse.up()
    expect(await at(first)).toBeCloseTo(end / 4, 0)
    await page.mouse.click(x(0.8), y)
    expect(await at(last)).toBeCloseTo(0.8 * end, 0)
    expect(await at(first)).toBeCloseTo(end / 4, 0)
    // Dragged far beyond the other end, it stops before it.
    await page.mouse.move(x(0.8), y)
    await page.mouse.down()
    await page.mouse.move(x(0.05), y, { steps: 5 })
    await page.mouse.up()
    expect((await at(last)) - (await at(first))).toBeCloseTo(image(), 2)
    expect(await timeIn(page)).toBeGreaterThan(0)
  })

  it('is typed, and what is no time changes nothing', async () => {
    const { page } = await panel.openAs('root', `/video360/vecto/${video.uid}`)
    const { first } = sliders(page)
    const time = page.getByRole('textbox', { name: 'First frame' })
    await time.fill('0:02,0')
    await time.press('Enter')
    expect(await at(first)).toBeCloseTo(2, 2)
    await time.fill('soon')
    await page.getByText('Format: 01:23.45').waitFor()
    await time.press('Tab')
    expect(await time.inputValue()).toBe('00:02.00')
  })

  it('longer than the company’s minutes cannot be asked for, and why is said', async () => {
    const { page } = await panel.openAs('root', '/home')
    await page.route(`**/parse/${video.company.ref}`, async route => {
      const company = await (await route.fetch()).json()
      const seconds = { used: 600, purchased: 602 }
      await route.fulfill({ json: { ...company, seconds: { ...company.seconds, ...seconds } } })
    })
    await page.goto(`/video360/vecto/${video.uid}`)
    const make = page.getByRole('button', { name: 'Create the 3D video' })
    await page
      .getByRole('alert')
      .getByText(/has only 0 min 2 s left/)
      .waitFor()
    expect(await make.isDisabled()).toBe(true)
    await page.getByRole('textbox', { name: 'Last frame' }).fill('0:02')
    await page.keyboard.press('Enter')
    await page.getByText('0 min 2 s of 0 min 2 s left').waitFor()
    expect(await make.isEnabled()).toBe(true)
  })

  it('is not asked of a film that is not ready', async () => {
    const [pending] = await listAll<Video>(root, 'videos', { pending: true, status: 'pending' })
    const { page } = await panel.openAs('root', `/video360/vecto/${pending?.uid}`)
    await page.getByText('The 360 video is not ready yet').waitFor()
    expect(await page.getByRole('slider').count()).toBe(0)
  })
})

describe('camera files', () => {
  const insv = (name: string, seconds: number, size = '64x64') =>
    makeClip(join(folder, name), { size, seconds, sound: false, with: ['-f', 'mp4'] })

  it('of two takes, or more than two, are refused before anything is sent', async () => {
    const front = await insv('VID_20260101_120000_00_001.insv', 1)
    const other = await insv('VID_20260101_120500_10_002.insv', 1)
    const back = await insv('VID_20260101_120000_10_001.insv', 2)
    const { page } = await panel.openAs('root', '/video360/job')
    const sent: string[] = []
    page.on('request', request => {
      if (request.method() === 'POST' && request.url().endsWith('/parse/files')) sent.push(request.url())
    })
    const input = page.getByLabel('Camera files', { exact: true })
    const refusals: [string[], RegExp][] = [
      [[front, other], /not two files of one recording/],
      [[front, back], /not have the same duration/],
      [[front, other, back], /exactly two files/],
    ]
    for (const [files, why] of refusals) {
      await input.setInputFiles(files)
      await page.getByRole('alert').getByText(why).waitFor()
    }
    expect(sent).toEqual([])
  })

  it('of one take are put in order and sent, and name the video', async () => {
    const front = await insv('VID_20260202_080000_00_003.insv', 1)
    const back = await insv('VID_20260202_080000_10_003.insv', 1)
    const { page } = await panel.openAs('root', '/video360')
    await page.getByRole('link', { name: 'Create a job' }).click()
    const input = page.getByLabel('Camera files', { exact: true })
    await input.setInputFiles(back)
    await page.getByText(/holds one lens/).waitFor()
    await input.setInputFiles(front)
    await page.getByRole('button', { name: 'Remove the file' }).nth(1).waitFor()
    const shown = await page.getByText(/VID_20260202/).allTextContents()
    expect(shown.map(text => text.slice(-11, -9))).toEqual(['00', '10'])
    expect(await page.getByRole('textbox', { name: /^Name/ }).inputValue()).toBe('VID_20260202_080000_003')
  })
})

it('nobody there to make videos is told calmly, with what to do', long, async () => {
  const { page } = await panel.openAs('root', '/home')
  const nobody = { ready: false, missing: ['worker'], waiting: 2, running: 0, speeds: {} }
  await page.route('**/parse/processing', route => route.fulfill({ json: nobody }))
  for (const path of ['/video360', '/video360/job', `/video360/vecto/${video.uid}`]) {
    await page.goto(path)
    await page.getByText('Videos are not being processed at the moment').waitFor()
  }
})
