import type { Page } from 'playwright'
import { expect } from 'vitest'

/** The status of the record on the screen, next to its title. */
export const recordStatus = 'h1 ~ .status, h1 ~ * .status'

/** Milliseconds that a job may take on a busy machine. */
const PATIENCE = { timeout: 240_000 }

/** Uploads a file in the form of a 360° video, which is named after it, and saves it. */
export const uploadVideo = async (page: Page, path: string, name: string) => {
  await page.getByLabel('File', { exact: true }).setInputFiles(path)
  await page.getByRole('button', { name: 'Remove the file' }).waitFor()
  expect(await page.getByRole('textbox', { name: /^Name/ }).inputValue()).toBe(name)
  await page.getByRole('button', { name: 'Save' }).click()
  await page.waitForURL(/\/video360\/show\//)
}

/** Waits until the record is completed, failed or timed out, and expects it to be completed. */
export const completed = async (page: Page) => {
  const status = page.locator(recordStatus, { hasText: /^(Completed|Failed|Timed out)$/ })
  await status.waitFor(PATIENCE)
  expect(await status.innerText()).toBe('Completed')
}

/** Starts the player and waits until the video advances. */
export const plays = async (page: Page) => {
  await page.locator('canvas').waitFor()
  await page
    .getByRole('group', { name: /^Player of/ })
    .getByRole('button', { name: 'Play' })
    .click()
  await page.waitForFunction(() => (document.querySelector('video')?.currentTime ?? 0) > 0.2)
}

/** Chooses the second second of a video by keyboard. */
export const chooseSecond = async (page: Page) => {
  const first = page.getByRole('slider', { name: 'First frame' })
  const last = page.getByRole('slider', { name: 'Last frame' })
  await first.focus()
  await page.keyboard.press('PageUp')
  await last.focus()
  await page.keyboard.press('PageDown')
  await page.keyboard.press('Shift+ArrowLeft')
  expect(await first.getAttribute('aria-valuetext')).toBe('0:01.00')
  expect(await last.getAttribute('aria-valuetext')).toBe('0:02.00')
  await page.getByText(/^0 min 1 s of/).waitFor()
}

/** Names and orders the 3D video of the chosen part. */
export const orderVecto = async (page: Page, name: string) => {
  await page.getByRole('textbox', { name: /^Name/ }).fill(name)
  await page.getByRole('spinbutton', { name: /^Frames per second/ }).fill('10')
  await page.getByRole('button', { name: 'Create the 3D video' }).click()
  await page.waitForURL(/\/video3d\/show\//)
}
