import type { Locator, Page } from 'playwright'
import type { MediaFile } from '~/tests/support/video/media-files'

/**
 * Performs and counts the actions of a user: a click, a key, a text typed into a field and a choice of files are one
 * action each. There is no think time.
 */
export const createHand = (page: Page) => {
  let actions = 0
  const counted = async <T>(work: Promise<T>) => {
    actions += 1
    return work
  }
  return {
    page,
    actions: () => actions,
    click: (target: Locator) => counted(target.click()),
    type: (target: Locator, text: string) => counted(target.fill(text)),
    press: (keys: string) => counted(page.keyboard.press(keys)),
    /** Opens the file chooser with this button and selects the files. */
    choose: async (button: Locator, files: readonly MediaFile[]) => {
      const [dialog] = await Promise.all([page.waitForEvent('filechooser'), counted(button.click())])
      const given = files.map(({ name, contentType, bytes }) => ({
        ...{ name, mimeType: contentType, buffer: Buffer.from(bytes) },
      }))
      await counted(dialog.setFiles(given))
    },
  }
}

export type Hand = ReturnType<typeof createHand>
