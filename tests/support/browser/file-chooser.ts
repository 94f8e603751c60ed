import type { Page } from 'playwright'

/**
 * Opens the file chooser with `press` and returns it. A busy page may handle a key before it hears that a test
 * answers its choosers, and then opens none: a call to the page comes between both.
 */
export const fileChooser = async (page: Page, press: () => Promise<void>) => {
  const pressed = async () => {
    await page.evaluate(() => undefined)
    await press()
  }
  const [chooser] = await Promise.all([page.waitForEvent('filechooser'), pressed()])
  return chooser
}
