import { useLocaleState, useTranslate } from 'react-admin'
import { isResourceName } from '~/model/registry'
import { failureOf } from '~/src/api/contract/failures'

/**
 * The text of a failure in the user's language, and its code. A fault of the server comes with a reference: the id
 * under which its logs tell of it. `text` is both, for where there is one line.
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
    const { code, params, requestId, status = 0 } = failureOf(error)
    const key = error instanceof Error ? error.message : String(error)
    const reason = translate(key, { ...params, ...(params && { by: named(params.by) }), _: key })
    const isTraceable = status >= 500 && requestId !== undefined
    const reference = isTraceable ? translate('errors.reference', { reference: requestId }) : ''
    return { text: `${reason} ${reference}`.trim(), reason, reference, code }
  }
}
