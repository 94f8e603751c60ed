import { useLocaleState, useTranslate } from 'react-admin'
import { isResourceName } from '~/model/registry'
import { failureOf } from '~/src/api/contract/records'
import { count } from './format'

/** Texts that have a form with the time after which another attempt is worth while. */
const withWait = ['errors.too_many_requests', 'errors.unavailable']

/** "45 s" or "10 min": both units are written alike in the languages of the panel. */
const waitIn = (seconds: number, locale: string) =>
  seconds < 90 ? `${count(seconds, locale)} s` : `${count(Math.ceil(seconds / 60), locale)} min`

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
    const { code, params, requestId, retryAfter, status = 0 } = failureOf(error)
    const key = error instanceof Error ? error.message : String(error)
    const isTimed = retryAfter !== undefined && withWait.includes(key)
    const values = {
      ...params,
      ...(params && { by: named(params.by) }),
      ...(isTimed && { wait: waitIn(retryAfter, locale) }),
    }
    const reason = translate(isTimed ? `${key}_until` : key, { ...values, _: key })
    const isTraceable = status >= 500 && requestId !== undefined
    const reference = isTraceable ? translate('errors.reference', { reference: requestId }) : ''
    return { text: `${reason} ${reference}`.trim(), reason, reference, code }
  }
}
