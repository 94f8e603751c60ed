import { useLocaleState, useNotify, useTranslate } from 'react-admin'
import { isResourceName } from '~/model/registry'
import { failureOf } from '~/src/api/contract/records'
import { count } from './format'

/** Shows a toast with translated text; react-admin alone would treat it as a key, and warn. */
export const useToast = () => {
  const notify = useNotify()
  return (text: string, type: 'success' | 'warning' | 'error') =>
    notify(text, { type, messageArgs: { _: text } })
}

/** Texts that have a variant with the waiting time before another attempt. */
const withWait = ['errors.too_many_requests', 'errors.unavailable']

/** "45 s" or "10 min": both units are written alike in the languages of the panel. */
const waitIn = (seconds: number, locale: string) =>
  seconds < 90 ? `${count(seconds, locale)} s` : `${count(Math.ceil(seconds / 60), locale)} min`

/**
 * The text of a failure in the user's language, and its code. A server error includes a reference: the id of the
 * request in its logs. `text` combines both in one line.
 */
export const useFailureText = () => {
  const translate = useTranslate()
  const [locale] = useLocaleState()
  // References to a record are named by the resource that holds them.
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
    // Before the first rows, only the texts of failures to read are there. Other messages are the server's own words.
    const unnamed = key.startsWith('errors.') ? translate('errors.generic') : key
    const reason = translate(isTimed ? `${key}_until` : key, { ...values, _: unnamed })
    const isTraceable = status >= 500 && requestId !== undefined
    const reference = isTraceable ? translate('errors.reference', { reference: requestId }) : ''
    return { text: `${reason} ${reference}`.trim(), reason, reference, code }
  }
}
