import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Locator, Page } from 'playwright'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Panel, startPanel } from '../support/browser/panel'
import { long } from '../support/process/long'
import type { Api } from '../support/server/api'
import { type Found, listAll } from '../support/server/demo-world'
import { makeClip } from '../support/video/sphere-material'

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

/** Rendering a frame without a graphics card is slow. */
const patience = { timeout: 10_000 }

/** A screenshot of the view after the next frame, base64-encoded. */
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
  // The canvas gets its size when the renderer starts; the first frame follows.
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

/** Runs in the page: counts the WebGL draw calls. */
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

describe('360° video player', () => {
  it('arrow keys and + change the 360° view, and Home resets it', long, async () => {
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

  it('dragging rotates the 360° view and the wheel zooms it', async () => {
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

  it('the keys . and , step the 360° video by one frame, and Space plays it', async () => {
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

  it('the 360° player renders no frame while the view is unchanged', long, async () => {
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

/** Duration of one frame of the video, in seconds. */
const image = () => 1 / video.framerate

describe('clip range of a 3D video', () => {
  it('keys move the ends of the clip range by a frame, a second or to the limit, and they never cross', async () => {
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

  it('the mouse moves the nearer end of the clip range and seeks the video to it', long, async () => {
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
    // Dragging it past the other end stops one frame before that end.
    await page.mouse.move(x(0.8), y)
    await page.mouse.down()
    await page.mouse.move(x(0.05), y, { steps: 5 })
    await page.mouse.up()
    expect((await at(last)) - (await at(first))).toBeCloseTo(image(), 2)
    expect(await timeIn(page)).toBeGreaterThan(0)
  })

  it('a time can be typed into the clip range, and invalid input is reverted', async () => {
    const { page } = await panel.openAs('root', `/video360/vecto/${video.uid}`)
    const { first } = sliders(page)
    const time = page.getByRole('textbox', { name: 'First frame' })
    await time.fill('0:02,0')
    await time.press('Enter')
    expect(await at(first)).toBeCloseTo(2, 2)
    await time.fill('soon')
    await page.getByText('Format: 1:23.45').waitFor()
    await time.press('Tab')
    expect(await time.inputValue()).toBe('0:02.00')
  })

  it('a clip range over the remaining minutes of the company disables the button and shows why', async () => {
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

  it('the form of a 3D video suggests the camera height of the last order of its company', async () => {
    const { page } = await panel.openAs('root', `/video360/vecto/${video.uid}`)
    const height = page.getByRole('spinbutton', { name: 'Camera height (m)' })
    const make = page.getByRole('button', { name: 'Create the 3D video' })
    await page.getByRole('textbox', { name: 'Last frame' }).fill('0:01')
    await page.keyboard.press('Enter')
    await page.getByRole('textbox', { name: /^Name/ }).fill('From a mast')
    await height.fill('0')
    await make.click()
    await page.getByText('Must be at least 0.2').first().waitFor()
    await height.fill('2.75')
    await make.click()
    await page.waitForURL(/\/video3d/)
    const [made] = await listAll<Found & { cameraHeight: number }>(root, 'videos3d', { name: 'From a mast' })
    expect(made?.cameraHeight).toBe(2.75)
    await page.goto(`/video360/vecto/${video.uid}`)
    await expect.poll(() => height.inputValue()).toBe('2.75')
  })

  it('the clip range is hidden while the 360° video is pending', async () => {
    const [pending] = await listAll<Video>(root, 'videos', { pending: true, status: 'pending' })
    const { page } = await panel.openAs('root', `/video360/vecto/${pending?.uid}`)
    await page.getByText('The 360 video is not ready yet').waitFor()
    expect(await page.getByRole('slider').count()).toBe(0)
  })
})

describe('camera files of a 360° video', () => {
  const insv = (name: string, seconds: number, size = '64x64') =>
    makeClip(join(folder, name), { size, seconds, sound: false, with: ['-f', 'mp4'] })

  it('camera files of two recordings, or more than two files, are rejected before any upload', async () => {
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

  it(
    'camera files of one recording are uploaded in lens order, and the video is named after them',
    long,
    async () => {
      const front = await insv('VID_20260202_080000_00_003.insv', 1)
      const back = await insv('VID_20260202_080000_10_003.insv', 1)
      const { page } = await panel.openAs('root', '/video360')
      await page.getByRole('button', { name: 'Add a video' }).click()
      await page.getByRole('menuitem', { name: /^Join camera files/ }).click()
      const input = page.getByLabel('Camera files', { exact: true })
      await input.setInputFiles(back)
      await page.getByText(/holds one lens/).waitFor()
      await input.setInputFiles(front)
      await page.getByRole('button', { name: 'Remove the file' }).nth(1).waitFor()
      const shown = await page.getByText(/VID_20260202/).allTextContents()
      expect(shown.map(text => text.slice(-11, -9))).toEqual(['00', '10'])
      expect(await page.getByRole('textbox', { name: /^Name/ }).inputValue()).toBe('VID_20260202_080000_003')
    },
  )
})

it('video screens show a notice while no worker processes videos', long, async () => {
  const { page } = await panel.openAs('root', '/home')
  const nobody = { ready: false, missing: ['worker'], waiting: 2, running: 0, speeds: {} }
  await page.route('**/parse/processing', route => route.fulfill({ json: nobody }))
  for (const path of ['/video360', '/video360/job', `/video360/vecto/${video.uid}`]) {
    await page.goto(path)
    await page.getByText('Videos are not being processed at the moment').waitFor()
  }
})
