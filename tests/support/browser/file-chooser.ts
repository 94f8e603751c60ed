import type { Page } from 'playwright'

/**
 * Presses a button and returns the file chooser that it opens. A busy page may handle the key before Playwright's command
 * to intercept file choosers, and then opens none: the call to the page waits for that command.
 */
export const fileChooser = async (page: Page, press: () => Promise<void>) => {
  const pressed = async () => {
    await page.evaluate(() => undefined)
    await press()
  }
  const [chooser] = await Promise.all([page.waitForEvent('filechooser'), pressed()])
  return chooser
}
