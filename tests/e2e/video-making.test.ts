import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Page } from 'playwright'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type Panel, startPanel } from '../support/browser/panel'
import {
  chooseSecond,
  completed,
  orderVecto,
  plays,
  recordStatus,
  uploadVideo,
} from '../support/browser/video-making'
import { makeClip } from '../support/video/sphere-material'

let panel: Panel
let folder: string
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'vecto-making-'))
  panel = await startPanel()
})
afterAll(async () => {
  await panel.stop()
  rmSync(folder, { recursive: true, force: true })
})

const PATIENCE = { timeout: 120_000 }

const quay = { size: '640x320', rate: 30, seconds: 4 }

/** Runs in the page: records every state that the status chip shows. */
const noteStates = (page: Page) =>
  page.evaluate(selector => {
    const seen: string[] = []
    const look = () => {
      const text = document.querySelector(selector)?.textContent
      if (text && text !== seen.at(-1)) seen.push(text)
    }
    look()
    new MutationObserver(look).observe(document.body, { childList: true, subtree: true, characterData: true })
    Object.assign(window, { seenStates: seen })
  }, recordStatus)

const statesOf = (page: Page) => page.evaluate(() => (window as { seenStates?: string[] }).seenStates ?? [])

/** Expects each stereo view mode to render a different image. */
const showsBothEyes = async (page: Page) => {
  // Paused by script: the one-second video ends before a slow machine finds the button.
  await page.evaluate(() => document.querySelector('video')?.pause())
  const view = page.getByRole('application')
  const seen = new Set<string>()
  for (const mode of ['mono', 'anaglyph', 'side-by-side']) {
    await page.getByLabel('View', { exact: true }).selectOption(mode)
    await expect
      .poll(async () => seen.size < seen.add((await view.screenshot()).toString('base64')).size)
      .toBe(true)
  }
}

/** Previews two seconds of the clip range in 3D. */
const previews = async (page: Page) => {
  const ask = page.getByRole('button', { name: 'Preview two seconds from 0:01' })
  await ask.press('Enter')
  await page.getByText(/^(Waiting for a worker…|The preview is being created\.)$/).waitFor()
  const player = page.getByRole('group', { name: 'Player of Preview of A walk along the quay, 0:01 to 0:03' })
  await player.waitFor(PATIENCE)
  await player.getByLabel('View', { exact: true }).selectOption('anaglyph')
  await page.getByText(/^(Good|Fair|Poor)\./).waitFor()
}

it('an uploaded video becomes a 360° video, and one second of it a 3D video, with live updates', async () => {
  // Unique: an earlier try may have left a video behind.
  const name = `A second of the walk ${Date.now()}`
  // The panel looks for interrupted uploads: the server refuses the one that belongs to the record by then.
  const provoked = [/status of 409 .*parse\/files/]
  const { page } = await panel.openAs('root', '/video360/create', { provoked })
  const { page: list } = await panel.openAs('root', '/video3d#completedScenes')
  await list.getByText('1-10 of').waitFor()
  const clip = 'A walk along the quay'
  await uploadVideo(page, await makeClip(join(folder, `${clip}.mp4`), quay), clip)
  await completed(page)
  await page.getByText('640', { exact: true }).waitFor()
  await plays(page)

  await page.getByRole('link', { name: 'Create a 3D video' }).click()
  await chooseSecond(page)
  await previews(page)
  await orderVecto(page, name)
  await noteStates(page)
  await completed(page)
  await page.getByRole('alert').getByText(`“${name}” is ready`).waitFor()
  const states = await statesOf(page)
  expect(states.length, states.join(', ')).toBeGreaterThan(2)
  expect(states.at(-1)).toBe('Completed')
  await plays(page)
  await showsBothEyes(page)
  // The list has updated live, without interaction.
  await list.getByRole('cell', { name, exact: true }).waitFor()
})
