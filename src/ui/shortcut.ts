import { useLayoutEffect, useRef } from 'react'
import { useStore } from 'react-admin'
import { isComposing, latinKey } from './keys'

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
