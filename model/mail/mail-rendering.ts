import { cut } from '../text'
import { plain, plainTokens, token } from './mail-templates'

const entities: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}

/** Escapes text for HTML content and attributes. */
export const escapeHtml = (text: string) => text.replace(/[&<>"']/g, sign => entities[sign] ?? sign)

/** Allows http, https and mailto addresses; replaces others by `#`. */
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
 * Renders a template. Values are inserted as text, never as markup; links lead to web or mail addresses only. One pass:
 * a value that looks like a placeholder stays as it is.
 */
export const render = (html: string, values: Values): string =>
  plainTokens(html).replace(linkOrToken, (_whole, target, name) =>
    typeof target === 'string'
      ? `href="${escapeHtml(safeTarget(unescapeHtml(target).replace(token, (_all, each) => valueIn(values, each))))}"`
      : escapeHtml(valueIn(values, name)),
  )

/** Renders a subject: one line of plain text without control characters (header injection), at most 300 characters. */
export const renderSubject = (html: string, values: Values): string =>
  cut(
    unescapeHtml(plain(render(html.replace(/<br\s*\/?>|<\/p>/g, ' '), values)))
      // biome-ignore lint/suspicious/noControlCharactersInRegex: exactly these must not get through.
      .replace(/[\s\u0000-\u001f\u007f-\u009f\u2028\u2029]+/g, ' ')
      .trim(),
    300,
  )
