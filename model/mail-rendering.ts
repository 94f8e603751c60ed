import { plain, token } from './mail-placeholders'

const entities: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}

/** Text as HTML shows it, in an attribute too. */
export const escapeHtml = (text: string) => text.replace(/[&<>"']/g, sign => entities[sign] ?? sign)

/** An address that a mail may lead to; anything else leads nowhere. */
const safeTarget = (target: string) => (/^(https?:\/\/|mailto:)/i.test(target.trim()) ? target.trim() : '#')

export type Values = Readonly<Record<string, string>>

const valueIn = (values: Values, name: string) => (Object.hasOwn(values, name) ? (values[name] ?? '') : '')

const unescaped: Readonly<Record<string, string>> = {
  '&amp;': '&',
  '&lt;': '<',
  '&gt;': '>',
  '&quot;': '"',
  '&#39;': "'",
  '&nbsp;': ' ',
}

const unescapeHtml = (html: string) =>
  html.replace(/&(amp|lt|gt|quot|#39|nbsp);/g, sign => unescaped[sign] ?? sign)

const linkOrToken = new RegExp(`href="([^"]*)"|${token.source}`, 'g')

/**
 * A template with its values in: each as text, never as markup, and what a link leads to is an address of the web or of
 * mail. One pass, so that a value that looks like a placeholder stays as it is.
 */
export const render = (html: string, values: Values): string =>
  html.replace(linkOrToken, (_whole, target, name) =>
    typeof target === 'string'
      ? `href="${escapeHtml(safeTarget(unescapeHtml(target).replace(token, (_all, each) => valueIn(values, each))))}"`
      : escapeHtml(valueIn(values, name)),
  )

/** A subject as one line of plain text, with nothing in it that could end a header. At most 300 characters. */
export const renderSubject = (html: string, values: Values): string =>
  unescapeHtml(plain(render(html.replace(/<br\s*\/?>|<\/p>/g, ' '), values)))
    // biome-ignore lint/suspicious/noControlCharactersInRegex: exactly these must not get through.
    .replace(/[\s\u0000-\u001f\u007f-\u009f\u2028\u2029]+/g, ' ')
    .trim()
    .slice(0, 300)
