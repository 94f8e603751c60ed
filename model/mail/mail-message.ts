import type { RichText } from '../fields'
import type { Language } from '../languages'
import { layout } from './mail-layout'
import { render, renderSubject, type Values } from './mail-rendering'
import { plain, type TemplateAction } from './mail-templates'

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
