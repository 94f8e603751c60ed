import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Panel, startPanel } from '../support/browser/panel'
import { eventually } from '../support/process/eventually'
import { type S3Server, startS3 } from '../support/storage/s3-server'
import { mediaOf, upload } from '../support/storage/tus-uploads'
import { pngFile } from '../support/video/media-files'
import { sendVideo, videoReady } from '../support/video/video-jobs'

let s3: S3Server
let panel: Panel

beforeAll(async () => {
  s3 = await startS3()
  // The files of the demo data stay in a folder: the bucket only gets files that are uploaded now.
  panel = await startPanel({ env: s3.settings })
})
afterAll(async () => {
  await panel.stop()
  await s3.stop()
})

/** Pictures of demo users, whose files the bucket does not have. */
const provoked = [/picture\.webp|logo\.webp/]

const originOf = (address: string) => new URL(address).origin

describe('files in an S3 bucket', () => {
  it('images are loaded from the S3 bucket', async () => {
    const root = await panel.person('root')
    const file = await upload(panel.server.url, root, await pngFile())
    const { body: media } = await root.post<{ uid: string }>('medias', mediaOf(file))
    await eventually(
      async () => (await root.get<{ status: string }>(`medias/${media.uid}`)).body.status,
      status => status === 'completed',
    )
    const { page } = await panel.openAs('root', `/medias/show/${media.uid}`, { provoked })
    const drawn = () =>
      page.evaluate(() =>
        [...document.querySelectorAll<HTMLImageElement>('[data-hero] img')]
          .filter(({ naturalWidth }) => naturalWidth > 0)
          .map(({ currentSrc }) => currentSrc),
      )
    await expect
      .poll(async () => [...new Set((await drawn()).map(originOf))], { timeout: 20_000 })
      .toEqual([s3.settings.S3_ENDPOINT])
  })

  it('a 360° video is played from the S3 bucket', async () => {
    const root = await panel.person('root')
    const { uid } = await sendVideo(panel.server.url, root)
    expect((await videoReady(root, uid)).status).toBe('completed')
    const { page } = await panel.openAs('root', `/video360/show/${uid}`, { provoked })
    await page.locator('canvas').waitFor()
    await page.waitForFunction(() => (document.querySelector('video')?.readyState ?? 0) >= 2)
    const source = await page.evaluate(() => document.querySelector('video')?.currentSrc ?? '')
    expect(originOf(source)).toBe(s3.settings.S3_ENDPOINT)
  })
})
