import { useLocaleState, useTranslate } from 'react-admin'
import { isResourceName } from '~/model/registry'
import { failureOf } from '~/src/api/contract/failures'

/** A failure in the reader's words, and the code that support asks for. */
export const useFailureText = () => {
  const translate = useTranslate()
  const [locale] = useLocaleState()
  // What still refers to a record comes as a resource's name.
  const named = (by: string | number | undefined) =>
    typeof by === 'string' && isResourceName(by)
      ? translate(`resources.${by}.name`, { smart_count: 2 }).toLocaleLowerCase(locale)
      : by
  return (error: unknown) => {
    const { code, params } = failureOf(error)
    const key = error instanceof Error ? error.message : String(error)
    return { text: translate(key, { ...params, ...(params && { by: named(params.by) }), _: key }), code }
  }
}
