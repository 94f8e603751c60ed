import type { Language } from '../languages'

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
export const layout = ({ lang, content, footer, title }: Page) => `<!doctype html>
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
