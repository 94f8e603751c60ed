import { useLayoutEffect, useRef } from 'react'
import { useStore } from 'react-admin'

type Pressed = Pick<KeyboardEvent, 'key' | 'code' | 'shiftKey'>

/** The key code that WebKit reports for the Enter that ends a composition, after it has ended. */
const COMPOSING = 229

/** True if an input method handles the key, for instance an Enter that confirms a word. */
export const isComposing = ({ isComposing: now, keyCode }: Pick<KeyboardEvent, 'isComposing' | 'keyCode'>) =>
  now || keyCode === COMPOSING

/** True for an Enter that submits the typed text, not one that confirms a word of an input method. */
export const isEnter = (event: Pick<KeyboardEvent, 'key' | 'isComposing' | 'keyCode'>) =>
  event.key === 'Enter' && !isComposing(event)

const places: Readonly<Record<string, readonly [string, string]>> = {
  Slash: ['/', '?'],
  Comma: [',', '<'],
  Period: ['.', '>'],
}

/**
 * The key as named on a Latin keyboard: a letter in lower case, also with Caps Lock. For layouts of other alphabets,
 * such as Greek or Arabic, the position of the key decides. Accented letters are Latin and stay unchanged.
 */
export const latinKey = ({ key, code, shiftKey }: Pressed) => {
  if ([...key].length !== 1) return key
  if (/[\p{ASCII}\p{Script=Latin}]/u.test(key)) return key.toLowerCase()
  if (/^Key[A-Z]$/.test(code)) return code.slice(3).toLowerCase()
  return places[code]?.[shiftKey ? 1 : 0] ?? key
}

/** Inputs without text: a letter does nothing there. */
const withoutText = /^(button|checkbox|color|file|image|radio|range|reset|submit)$/

const isTyping = (target: EventTarget | null) => {
  if (target instanceof HTMLInputElement) return !withoutText.test(target.type)
  return (
    target instanceof HTMLElement &&
    (target.isContentEditable || ['TEXTAREA', 'SELECT'].includes(target.tagName))
  )
}

/** The user's setting, for this browser, that enables single-key shortcuts. Speech input can press keys by accident. */
export const useSingleKeys = () => useStore('preferences.singleKeys', true)

/** True if the pressed modifiers are those of the shortcut. AltGr writes characters: it does not count as Ctrl. */
const hasModifiers = (event: KeyboardEvent, ctrl: boolean) => {
  if (event.getModifierState('AltGraph')) return !ctrl
  return !event.altKey && (event.ctrlKey || event.metaKey) === ctrl && !(ctrl && event.shiftKey)
}

/** True if the event matches the shortcut, and neither an editor nor an input method has handled it. */
export const isShortcut = (event: KeyboardEvent, key: string, ctrl: boolean) =>
  latinKey(event) === key && hasModifiers(event, ctrl) && !event.defaultPrevented && !isComposing(event)

type Options = {
  /** With Ctrl, or Command on a Mac; such shortcuts work in text, too. */
  readonly ctrl?: boolean
}

/** Runs an action when a key is pressed anywhere on the page; `key` as returned by `latinKey`. */
export const useShortcut = (key: string, action: () => void, { ctrl = false }: Options = {}) => {
  const [singleKeys] = useSingleKeys()
  const isOn = ctrl || singleKeys
  const latest = useRef(action)
  latest.current = action
  // Registered before the paint: the user may press the key as soon as the screen is visible.
  useLayoutEffect(() => {
    if (!isOn) return
    const press = (event: KeyboardEvent) => {
      if (!isShortcut(event, key, ctrl) || (!ctrl && isTyping(event.target))) return
      event.preventDefault()
      latest.current()
    }
    document.addEventListener('keydown', press)
    return () => document.removeEventListener('keydown', press)
  }, [key, ctrl, isOn])
}
