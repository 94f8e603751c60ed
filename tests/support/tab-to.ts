import type { Page } from 'playwright'

/** More than any screen has. */
const MOST = 120

/**
 * Presses Tab until the focus is on what has this name, as one does without a mouse. Where the screen has just changed
 * nothing has the focus, until Tab is pressed again.
 */
export const tabTo = async (page: Page, name: RegExp) => {
  const focused = page.locator(':focus')
  for (let presses = 0; presses < MOST; presses++) {
    await page.keyboard.press('Tab')
    if ((await focused.count()) > 0 && name.test(await focused.ariaSnapshot())) return
  }
  throw new Error(`${MOST} presses of Tab never led to ${name}`)
}
