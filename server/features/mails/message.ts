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

/**
 * Lines are not wrapped, since mail programs wrap them. A link's address has a line of its own below its text: programs that
 * make it clickable take a bracket or a full stop after it for a part of it.
 */
const asText = (html: string) =>
  convert(html, {
    wordwrap: false,
    formatters: {
      linkOnItsLine: (element, walk, builder) => {
        const address = String(element.attribs?.href ?? '')
        const only = element.children?.[0]
        const isBare = element.children?.length === 1 && only?.data?.trim() === address
        if (!isBare) walk(element.children ?? [], builder)
        builder.addLineBreak()
        builder.addLiteral(address)
        builder.addLineBreak()
      },
    },
    selectors: [
      { selector: 'a', format: 'linkOnItsLine' },
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
