import type { ClipboardEvent } from 'react'

/** Takes what is pasted with lines before the browser does: a field of one line would join them to one word. */
export const pasteLines = (event: ClipboardEvent, take: (text: string) => void) => {
  const text = event.clipboardData.getData('text/plain').trim()
  if (!/[\r\n]/.test(text)) return
  event.preventDefault()
  take(text)
}
