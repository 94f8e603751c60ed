const editors = new WeakMap<Element, (text: string) => void>()

/** Makes the editor that an element belongs to known to `insertAtCaret`. */
export const registerEditor = (element: Element, insert: (text: string) => void) =>
  void editors.set(element, insert)

const isInput = (field: Element) => field instanceof HTMLInputElement || field instanceof HTMLTextAreaElement

/** Inserts a text at the caret of an editor or an input, which gets the focus. */
export const insertAtCaret = (field: Element, text: string) => {
  const insert = editors.get(field)
  if (insert) return insert(text)
  if (!isInput(field)) return undefined
  field.focus()
  field.setRangeText(text, field.selectionStart ?? 0, field.selectionEnd ?? 0, 'end')
  // React reads the value of the input on this event.
  field.dispatchEvent(new Event('input', { bubbles: true }))
  return undefined
}
