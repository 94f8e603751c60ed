import { isObject } from '~/model/objects'

/** The history stores links by label, so that it stays readable after the linked record is deleted. */
export const textOf = (value: unknown): string =>
  isObject(value) ? String(value.label ?? value.ref ?? '') : String(value)

/** Truncates text that is too long for a row. */
export const shortened = (text: string, longest = 80) => {
  const letters = [...text]
  return letters.length > longest ? `${letters.slice(0, longest - 1).join('')}…` : text
}

/** The plain text of HTML. A parsed document runs no scripts and loads nothing. */
export const wordsOf = (html: string) => {
  const { body } = new DOMParser().parseFromString(html.replaceAll('<', ' <'), 'text/html')
  for (const code of body.querySelectorAll('script, style')) code.remove()
  return (body.textContent ?? '').replace(/\s+/g, ' ').trim()
}
