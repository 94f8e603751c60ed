import type { RichText } from './fields'
import { layout } from './mail-layout'
import { plain, type TemplateAction } from './mail-placeholders'
import { render, renderSubject, type Values } from './mail-rendering'
import type { Language } from './roles'

/** What a template says; a language that it leaves empty is the built-in one's. */
export type TemplateText = {
  readonly subject?: RichText | null | undefined
  readonly content?: RichText | null | undefined
}

/** The built-in texts of one language, `i18n/<lang>/mail.json`. */
export type BuiltInTexts = {
  readonly footer: string
  readonly actions: Readonly<Record<TemplateAction, { readonly subject: string; readonly content: string }>>
}

/** The text of a language, where there is a word in it. */
export const saidIn = (text: RichText | null | undefined, lang: Language): string | undefined => {
  const html = text?.[lang]
  return html && plain(html).trim() !== '' ? html : undefined
}

/**
 * An e-mail as it is sent, in one language.
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
    html: render(layout({ lang, content, footer: builtIn.footer, title: '{{subject}}' }), {
      ...values,
      subject,
    }),
  }
}
