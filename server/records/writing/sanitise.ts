import sanitizeHtml from 'sanitize-html'
import type { RichText, Toolbar } from '~/model/fields'
import { allowedSchemes, allowedTags } from '~/model/rich-text'

const align = { 'text-align': [/^(left|right|center|justify)$/] }

const optionsFor = (toolbar: Toolbar): sanitizeHtml.IOptions => ({
  allowedTags: [...allowedTags[toolbar]],
  allowedAttributes: {
    a: ['href', 'target', 'rel'],
    ...(toolbar === 'full' && { p: ['style'], h1: ['style'], h2: ['style'], h3: ['style'] }),
  },
  allowedStyles: { '*': align },
  allowedSchemes: [...allowedSchemes],
  allowProtocolRelative: false,
  transformTags: { a: sanitizeHtml.simpleTransform('a', { rel: 'noopener noreferrer' }) },
})

/** Nothing that a reader would see: markup without a word in it. */
const isBlank = (html: string) =>
  sanitizeHtml(html, { allowedTags: [], allowedAttributes: {} }).replace(/&nbsp;|\s/g, '') === ''

/** Each language's HTML, less all that its toolbar cannot make; a language without text is left out. */
export const sanitise = (value: RichText, toolbar: Toolbar): RichText | null => {
  const panes = Object.entries(value).flatMap(([lang, html]) => {
    const clean = sanitizeHtml(html ?? '', optionsFor(toolbar)).trim()
    return isBlank(clean) ? [] : [[lang, clean] as const]
  })
  return panes.length > 0 ? Object.fromEntries(panes) : null
}
