import type { Resource } from '~/model/define'
import { choiceKey } from '~/src/admin/admin-config'

type Translate = (key: string, options?: { _?: string }) => string

/**
 * The record's name stored with an event; if that is a choice, such as the type of a purchase, in the reader's
 * language.
 */
export const nameInWords = ({ name, label, fields }: Resource, kept: string, translate: Translate) => {
  const [path = ''] = label.fields
  return kept && fields[path]?.kind === 'choice' ? translate(choiceKey(name, path, kept), { _: kept }) : kept
}
