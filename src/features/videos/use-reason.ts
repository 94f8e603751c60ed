import { useTranslate } from 'react-admin'
import { type Made, reasonOf } from './job-progress'

/** Why a video failed and what to do, in the user's language; the server's own words if there is no text. */
export const useReason = () => {
  const translate = useTranslate()
  return (record: Made) => {
    const reason = reasonOf(record)
    return reason ? translate(reason.key, { _: reason.words }) : ''
  }
}
