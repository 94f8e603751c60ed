import { useLayoutEffect, useRef } from 'react'
import { useStore } from 'react-admin'

type Pressed = Pick<KeyboardEvent, 'key' | 'code' | 'shiftKey'>

/** Inputs that take no text: a letter does nothing there by itself. */
const withoutText = /^(button|checkbox|color|file|image|radio|range|reset|submit)$/

const isTyping = (target: EventTarget | null) => {
  if (target instanceof HTMLInputElement) return !withoutText.test(target.type)
  return (
    target instanceof HTMLElement &&
    (target.isContentEditable || ['TEXTAREA', 'SELECT'].includes(target.tagName))
  )
}

/** What WebKit reports of the Enter that ends a composition, after it has ended. */
const COMPOSING = 229

/** Does an input method take the key, as Enter that confirms a word? */
export const isComposing = ({ isComposing: now, keyCode }: Pick<KeyboardEvent, 'isComposing' | 'keyCode'>) =>
  now || keyCode === COMPOSING

/** Enter that is pressed to confirm what was typed, not a word of an input method. */
export const isEnter = (event: Pick<KeyboardEvent, 'key' | 'isComposing' | 'keyCode'>) =>
  event.key === 'Enter' && !isComposing(event)

const places: Readonly<Record<string, readonly [string, string]>> = {
  Slash: ['/', '?'],
  Comma: [',', '<'],
  Period: ['.', '>'],
}

/**
 * The key as a Latin keyboard names it: a letter in lower case, also with Caps Lock. Where the layout writes another
 * alphabet, such as Greek or Arabic, the place of the key decides. Accented letters are Latin: they stay what they are.
 */
export const latinKey = ({ key, code, shiftKey }: Pressed) => {
  if ([...key].length !== 1) return key
  if (/[\p{ASCII}\p{Script=Latin}]/u.test(key)) return key.toLowerCase()
  if (/^Key[A-Z]$/.test(code)) return code.slice(3).toLowerCase()
  return places[code]?.[shiftKey ? 1 : 0] ?? key
}

/** A user's choice for this browser: do single keys act? Some are pressed by speech input, or by accident. */
export const useSingleKeys = () => useStore('preferences.singleKeys', true)

/** Are the modifiers those of the shortcut? AltGr writes characters: it counts as none. */
const hasModifiers = (event: KeyboardEvent, ctrl: boolean) => {
  if (event.getModifierState('AltGraph')) return !ctrl
  return !event.altKey && (event.ctrlKey || event.metaKey) === ctrl && !(ctrl && event.shiftKey)
}

/** Is this the shortcut? What an editor or an input method took is not. */
export const isShortcut = (event: KeyboardEvent, key: string, ctrl: boolean) =>
  latinKey(event) === key && hasModifiers(event, ctrl) && !event.defaultPrevented && !isComposing(event)

type Options = {
  /** With Ctrl, or Command on a Mac; such shortcuts work in text, too. */
  readonly ctrl?: boolean
}

/** Runs an action when a key is pressed anywhere on the page; `key` as `latinKey` names it. */
export const useShortcut = (key: string, action: () => void, { ctrl = false }: Options = {}) => {
  const [singleKeys] = useSingleKeys()
  const isOn = ctrl || singleKeys
  const latest = useRef(action)
  latest.current = action
  // Before the screen is painted: a user who sees it can press.
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
