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

/** True if sanitized markup, in which `<` and `>` only delimit tags, contains no visible text. */
const isBlank = (html: string) => html.replace(/<[^<>]*>|&nbsp;|\s/g, '') === ''

/** Removes all HTML that the language's toolbar cannot produce, and drops languages without text. */
export const sanitise = (value: RichText, toolbar: Toolbar): RichText | null => {
  const panes = Object.entries(value).flatMap(([lang, html]) => {
    const clean = sanitizeHtml(html ?? '', optionsFor(toolbar)).trim()
    return isBlank(clean) ? [] : [[lang, clean] as const]
  })
  return panes.length > 0 ? Object.fromEntries(panes) : null
}
