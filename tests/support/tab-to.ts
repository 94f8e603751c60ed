import type { Locator, Page } from 'playwright'

/** More than any screen has. */
const MOST = 150

/** Parts of a screen with one tab stop, inside which arrow keys move the focus. */
const composites = '[role=menu], [role=listbox], [role=tablist], [role=radiogroup], tr'

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

/** The key that leads on to an element: an arrow inside a composite that has the focus. Undefined: it has the focus. */
const nextKey = (target: Locator) =>
  target.evaluate((element, selector) => {
    if (element === document.activeElement) return undefined
    const composite = element.closest(selector)
    if ((element as HTMLElement).tabIndex === 0 || !composite?.contains(document.activeElement)) return 'Tab'
    return composite.matches('[role=menu], [role=listbox]') ? 'ArrowDown' : 'ArrowRight'
  }, composites)

/** Moves the focus to an element, by the keys that somebody without a mouse has. */
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

/** Replaces what is in a field. */
export const typeIn = async (field: Locator, text: string) => {
  await pressOn(field, 'Control+A')
  await field.page().keyboard.type(text)
}
