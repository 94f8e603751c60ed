import { useLocaleState, useTranslate } from 'react-admin'
import { isResourceName } from '~/model/registry'
import { failureOf } from '~/src/api/contract/failures'

/**
 * The text of a failure in the user's language, and its code. A fault of the server comes with the id under
 * which its logs tell of it.
 */
export const useFailureText = () => {
  const translate = useTranslate()
  const [locale] = useLocaleState()
  // What still references a record is given as the name of a resource.
  const named = (by: string | number | undefined) =>
    typeof by === 'string' && isResourceName(by)
      ? translate(`resources.${by}.name`, { smart_count: 2 }).toLocaleLowerCase(locale)
      : by
  return (error: unknown) => {
    const { code, params, requestId: reference, status = 0 } = failureOf(error)
    const key = error instanceof Error ? error.message : String(error)
    const reason = translate(key, { ...params, ...(params && { by: named(params.by) }), _: key })
    const isTraceable = status >= 500 && reference !== undefined
    return { text: isTraceable ? `${reason} ${translate('errors.reference', { reference })}` : reason, code }
  }
}
