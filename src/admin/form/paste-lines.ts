import type { ClipboardEvent } from 'react'

/** Handles pasted text with line breaks before the browser does: a single-line field would join the lines to one word. */
export const pasteLines = (event: ClipboardEvent, take: (text: string) => void) => {
  const text = event.clipboardData.getData('text/plain').trim()
  if (!/[\r\n]/.test(text)) return
  event.preventDefault()
  take(text)
}
