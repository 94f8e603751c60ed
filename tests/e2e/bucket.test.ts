import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Found, listAll } from '../support/demo-world'
import { type Panel, startPanel } from '../support/panel'
import { type S3Server, startS3 } from '../support/s3-server'
import { demoPassword } from '../support/test-server'

let s3: S3Server
let panel: Panel

beforeAll(async () => {
  s3 = await startS3()
  // Made anew: the demo data of the other tests is in a folder.
  panel = await startPanel({ env: { ...s3.settings, DEMO_PASSWORD: demoPassword } })
})
afterAll(async () => {
  await panel.stop()
  await s3.stop()
})

describe('a panel whose files are in a bucket', () => {
  it('shows images', async () => {
    const { page } = await panel.openAs('admin', '/medias#grid')
    const sizes = () =>
      page.evaluate(() =>
        [...document.querySelectorAll('main img')].map(image => (image as HTMLImageElement).naturalWidth),
      )
    await expect
      .poll(async () => (await sizes()).filter(width => width > 0).length, { timeout: 20_000 })
      .toBeGreaterThan(3)
  })

  it('plays a video from there, and draws it as a sphere', async () => {
    const root = await panel.person('root')
    const [video] = await listAll<Found>(root, 'videos', { pending: false })
    const { page } = await panel.openAs('root', `/video360/show/${video?.uid}`)
    await page.locator('canvas').waitFor()
    await page.waitForFunction(() => (document.querySelector('video')?.readyState ?? 0) >= 2)
    const source = await page.evaluate(() => document.querySelector('video')?.currentSrc ?? '')
    expect(new URL(source).origin).toBe(s3.settings.S3_ENDPOINT)
  })
})
