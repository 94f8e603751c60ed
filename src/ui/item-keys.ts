import type { KeyboardEvent } from 'react'

/**
 * The item to which a key moves the focus, in a menu or among tabs: the previous or the next one, around the ends, or
 * with Home and End the first or the last.
 * @param event a key pressed on one of the items
 * @param arrows the keys for the previous and the next item
 * @returns undefined for other keys, and with a modifier
 */
export const itemAt = (
  items: readonly HTMLElement[],
  { key, target, ctrlKey, altKey, metaKey, shiftKey }: KeyboardEvent,
  [previous, next]: readonly [string, string],
): HTMLElement | undefined => {
  if (ctrlKey || altKey || metaKey || shiftKey) return undefined
  const index = target instanceof HTMLElement ? items.indexOf(target) : -1
  if (key === next) return items[(index + 1) % items.length]
  if (key === previous) return items.at(index - 1)
  if (key === 'Home') return items[0]
  return key === 'End' ? items.at(-1) : undefined
}
