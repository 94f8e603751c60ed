import { convert } from 'html-to-text'
import type { Language } from '~/model/languages'
import { compose, type TemplateText } from '~/model/mail/mail-message'
import type { Values } from '~/model/mail/mail-rendering'
import type { TemplateAction } from '~/model/mail/mail-templates'
import type { Message } from '~/server/platform/mail/transport'
import { productName } from '~/server/records/labels'
import { mailTexts } from './mail-texts'

/**
 * An e-mail to compose. `values` by placeholder; `firstname` may be missing, `email` and `product` are set.
 */
export type MailRequest = {
  readonly action: TemplateAction
  /** `user` and `company`: uids, for readers of the outbox. */
  readonly to: {
    readonly email: string
    readonly lang: Language
    readonly user?: string | undefined
    readonly company?: string | undefined
  }
  readonly values: Values
}

const valuesFor = ({ to, values }: MailRequest): Values => ({
  ...values,
  // Fall back to the address where the first name is missing.
  firstname: values.firstname?.trim() || to.email,
  email: to.email,
  product: productName,
})

/** Lines are not wrapped, since mail programs wrap them. A link's address follows its text. */
const asText = (html: string) =>
  convert(html, {
    wordwrap: false,
    selectors: [
      { selector: 'a', options: { hideLinkHrefIfSameAsText: true } },
      ...['h1', 'h2', 'h3', 'h4', 'h5', 'h6'].map(selector => ({ selector, options: { uppercase: false } })),
    ],
  })

/** @param template default: the built-in text of the request's language */
export const writeMessage = (
  request: MailRequest,
  template: TemplateText | undefined,
): { readonly subject: string; readonly message: Message } => {
  const { action, to } = request
  const { subject, html } = compose(action, to.lang, template, mailTexts[to.lang], valuesFor(request))
  return { subject, message: { html, text: asText(html) } }
}
