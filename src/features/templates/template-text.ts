import { useDeferredValue } from 'react'
import { useWatch } from 'react-hook-form'
import type { RichText } from '~/model/fields'
import type { TemplateAction } from '~/model/mail/mail-templates'
import { templateActions } from '~/model/mail/mail-templates'
import { isRichText } from '~/model/rich-text'

/** A template as its form holds it. */
export type Draft = {
  readonly action: TemplateAction | undefined
  readonly subject: RichText | null
  readonly content: RichText | null
}

/** The form's template, deferred so that typing stays responsive. */
export const useDraft = (): Draft => {
  const values: unknown[] = useDeferredValue(useWatch({ name: ['action', 'subject', 'content'] }))
  const [action, subject, content] = values
  return {
    action: templateActions.find(each => each === action),
    subject: isRichText(subject) ? subject : null,
    content: isRichText(content) ? content : null,
  }
}
