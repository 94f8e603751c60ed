import { useTranslate } from 'react-admin'
import { isVideoReason } from '~/model/video/processing-states'
import { hasFailed, type Made } from './job-progress'

/** The reason processing failed: a text key, and the message for a code without a text; null if it did not fail. */
export const reasonOf = (record: Made) => {
  const { reason, reasonCode } = record
  const words = typeof reason === 'string' ? reason : ''
  if (!hasFailed(record) || (words === '' && !reasonCode)) return null
  return { key: isVideoReason(reasonCode) ? `reasons.${reasonCode}` : words, words }
}

/** Why a video failed and what to do, in the user's language; the server's own words if there is no text. */
export const useReason = () => {
  const translate = useTranslate()
  return (record: Made) => {
    const reason = reasonOf(record)
    return reason ? translate(reason.key, { _: reason.words }) : ''
  }
}
