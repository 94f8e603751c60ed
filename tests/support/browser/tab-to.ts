import type { Locator, Page } from 'playwright'

/** More tab stops than any screen has. */
const MOST = 150

/** Parts of a screen with one tab stop, inside which arrow keys move the focus. */
const composites = '[role=menu], [role=listbox], [role=tablist], [role=radiogroup], tr'

/**
 * Presses Tab until an element with this accessible name has the focus. After a change of screen nothing has the focus
 * until Tab is pressed again.
 */
export const tabTo = async (page: Page, name: RegExp) => {
  const focused = page.locator(':focus')
  for (let presses = 0; presses < MOST; presses++) {
    await page.keyboard.press('Tab')
    if ((await focused.count()) > 0 && name.test(await focused.ariaSnapshot())) return
  }
  throw new Error(`${MOST} presses of Tab never led to ${name}`)
}

/** The next key towards an element: Tab, or an arrow key inside a composite. Undefined if it has the focus. */
const nextKey = (target: Locator) =>
  target.evaluate((element, selector) => {
    if (element === document.activeElement) return undefined
    const composite = element.closest(selector)
    if ((element as HTMLElement).tabIndex === 0 || !composite?.contains(document.activeElement)) return 'Tab'
    return composite.matches('[role=menu], [role=listbox]') ? 'ArrowDown' : 'ArrowRight'
  }, composites)

/** Moves the focus to an element with the keyboard. */
export const reach = async (target: Locator) => {
  for (let presses = 0; presses < MOST; presses++) {
    const key = await nextKey(target)
    if (!key) return
    await target.page().keyboard.press(key)
  }
  throw new Error(`${MOST} presses of Tab and arrows never led to ${target}`)
}

export const pressOn = async (target: Locator, key = 'Enter') => {
  await reach(target)
  await target.page().keyboard.press(key)
}

/** Replaces the text of a field. */
export const typeIn = async (field: Locator, text: string) => {
  await pressOn(field, 'Control+A')
  await field.page().keyboard.type(text)
}
