import type { RichText } from '../fields'
import type { Language } from '../languages'
import { cut } from '../text'
import { plain, plainTokens, type TemplateAction, token } from './mail-templates'

/** Mail clients ignore style sheets of the page: essential styles are inline. */
const button =
  'display:inline-block;padding:12px 22px;border-radius:8px;background:#0b5f5c;color:#ffffff;font-weight:600;text-decoration:none'
const text = "font-family:-apple-system,'Segoe UI',Roboto,Helvetica,Arial,sans-serif;line-height:1.55"

/** Dark styles, for clients that support media queries. */
const dark = `@media (prefers-color-scheme: dark) {
  .page { background: #101718 !important; }
  .card { background: #182122 !important; border-color: #2c3937 !important; color: #e7eeeb !important; }
  .foot, .foot a { color: #a3b2ad !important; }
  a { color: #6fd0c4; }
  a.button { background: #6fd0c4 !important; color: #04211f !important; }
}
a.button:focus, a.button:hover { text-decoration: underline !important; }`

/** Turns the link of the e-mail into a button. */
const withButton = (content: string) =>
  content.replace(/<a\b([^>]*href="\{\{\s*link\s*\}\}"[^>]*)>/g, `<a class="button" style="${button}"$1>`)

export type Page = {
  readonly lang: Language
  /** Markup with placeholders. */
  readonly content: string
  /** Markup with placeholders, under the card. */
  readonly footer: string
  /** Plain text, already escaped for HTML. */
  readonly title: string
}

/** The HTML page of an e-mail, with its placeholders: narrow, readable without images, light and dark. */
const layout = ({ lang, content, footer, title }: Page) => `<!doctype html>
<html lang="${lang}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<meta name="color-scheme" content="light dark">
<meta name="supported-color-schemes" content="light dark">
<title>${title}</title>
<style>${dark}</style>
</head>
<body class="page" style="margin:0;padding:0;background:#f5f6f3;${text}">
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" class="page" style="background:#f5f6f3">
<tr><td align="center" style="padding:32px 16px">
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" style="max-width:560px;text-align:left">
<tr><td class="card" style="padding:28px 32px;background:#ffffff;border:1px solid #dfe3df;border-radius:14px;color:#16211f;font-size:16px;overflow-wrap:anywhere;${text}">
${withButton(content)}
</td></tr>
<tr><td class="foot" style="padding:18px 32px;color:#55635f;font-size:13px;overflow-wrap:anywhere;${text}">${footer}</td></tr>
</table>
</td></tr>
</table>
</body>
</html>
`

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

/** The text of a template. Empty languages use the built-in text. */
export type TemplateText = {
  readonly subject?: RichText | null | undefined
  readonly content?: RichText | null | undefined
}

/** The built-in texts of one language, `i18n/<lang>/mail.ts`. */
export type BuiltInTexts = {
  readonly footer: string
  /** The text of the link to the reader's choices, in e-mails that they can do without. */
  readonly preferences: string
  readonly actions: Readonly<Record<TemplateAction, { readonly subject: string; readonly content: string }>>
}

/** The text of a language, unless it is blank. */
export const saidIn = (text: RichText | null | undefined, lang: Language): string | undefined => {
  const html = text?.[lang]
  return html && plain(html).trim() !== '' ? html : undefined
}

/** Under the card; `preferences`, where given, is the address of the reader's choices. */
const footerOf = ({ footer, preferences }: BuiltInTexts, values: Values) =>
  values.preferences ? `${footer}<br><a href="{{preferences}}">${preferences}</a>` : footer

/**
 * Composes an e-mail in one language.
 * @param template absent: the built-in text
 * @returns the subject as one line of plain text, and the whole page
 */
export const compose = (
  action: TemplateAction,
  lang: Language,
  template: TemplateText | undefined,
  builtIn: BuiltInTexts,
  values: Values,
): { subject: string; html: string } => {
  const own = builtIn.actions[action]
  const subject = renderSubject(saidIn(template?.subject, lang) ?? own.subject, values)
  const content = saidIn(template?.content, lang) ?? own.content
  return {
    subject,
    html: render(layout({ lang, content, footer: footerOf(builtIn, values), title: '{{subject}}' }), {
      ...values,
      subject,
    }),
  }
}
