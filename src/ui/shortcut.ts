import { useLayoutEffect, useRef } from 'react'

const isTyping = (target: EventTarget | null) =>
  target instanceof HTMLElement &&
  (target.isContentEditable || ['INPUT', 'TEXTAREA', 'SELECT'].includes(target.tagName))

type Options = {
  /** With Ctrl, or Command on a Mac; such shortcuts work while one types, too. */
  readonly ctrl?: boolean
}

/** Runs an action when a key is pressed anywhere on the page; `key` as `KeyboardEvent.key` names it. */
export const useShortcut = (key: string, action: () => void, { ctrl = false }: Options = {}) => {
  const latest = useRef(action)
  latest.current = action
  // Before the screen is painted: whoever sees it can press.
  useLayoutEffect(() => {
    const press = (event: KeyboardEvent) => {
      const held = event.ctrlKey || event.metaKey
      if (event.key !== key || event.altKey || held !== ctrl || (!ctrl && isTyping(event.target))) return
      event.preventDefault()
      latest.current()
    }
    document.addEventListener('keydown', press)
    return () => document.removeEventListener('keydown', press)
  }, [key, ctrl])
}
