import { useCallback, useLayoutEffect, useRef } from 'react'
import { isComposing, isEnter } from './keys'

/** Milliseconds after which keys go to the page again: what is being loaded may have failed. */
const LIMIT = 5000

/** What was typed: the text before Enter, and whether Enter was pressed. */
export type EarlyKeys = { readonly text: string; readonly entered: boolean }

/**
 * Collects the keys that are pressed while a dialog with a text input is being loaded: they would be lost, or taken for
 * shortcuts of the page.
 * @returns a function for the dialog that ends the collection and returns what was typed
 */
export const useEarlyKeys = (isLoading: boolean): (() => EarlyKeys) => {
  const typed = useRef<EarlyKeys>({ text: '', entered: false })
  const end = useRef<() => void>(undefined)
  useLayoutEffect(() => {
    if (!isLoading) return
    typed.current = { text: '', entered: false }
    const press = (event: KeyboardEvent) => {
      const { text, entered } = typed.current
      if (event.ctrlKey || event.metaKey || event.altKey || isComposing(event) || entered) return
      if (isEnter(event)) typed.current = { text, entered: true }
      else if (event.key === 'Backspace') typed.current = { text: text.slice(0, -1), entered }
      else if (event.key.length === 1) typed.current = { text: text + event.key, entered }
      else return
      event.preventDefault()
      event.stopPropagation()
    }
    const stop = () => {
      clearTimeout(timer)
      document.removeEventListener('keydown', press, true)
    }
    const timer = setTimeout(stop, LIMIT)
    document.addEventListener('keydown', press, true)
    end.current = stop
    return stop
  }, [isLoading])
  return useCallback(() => {
    end.current?.()
    return typed.current
  }, [])
}
