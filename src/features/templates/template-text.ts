import { useDeferredValue } from 'react'
import { useWatch } from 'react-hook-form'
import type { RichText } from '~/model/fields'
import type { TemplateAction } from '~/model/mail-placeholders'
import { templateActions } from '~/model/resources/templates'

/** A template as its form holds it. */
export type Draft = {
  readonly action: TemplateAction | undefined
  readonly subject: RichText | null | undefined
  readonly content: RichText | null | undefined
}

/** The form's template, deferred so that typing stays responsive. */
export const useDraft = (): Draft => {
  const [action, subject, content] = useDeferredValue(
    useWatch({ name: ['action', 'subject', 'content'] }) as [unknown, Draft['subject'], Draft['content']],
  )
  return { action: templateActions.find(each => each === action), subject, content }
}
