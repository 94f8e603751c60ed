import { useLocaleState, useTranslate } from 'react-admin'
import { failureOf } from '~/src/api/contract/failures'
import { useFailureText } from '~/src/ui/failure-text'
import { megabytes } from '~/src/ui/format'
import { isSending, type QueueItem } from '~/src/upload/queue/queue-item'
import { serverMessage } from '~/src/upload/server-message'
import { useRefusalText } from '~/src/upload/use-refusal-text'

/** "5 min" or "13 s". */
export const useTimeLeft = () => {
  const translate = useTranslate()
  return (seconds: number) =>
    seconds < 60
      ? translate('admin.upload.secondsLeft', { count: seconds })
      : translate('admin.upload.minutesLeft', { count: Math.ceil(seconds / 60) })
}

/** Why an item was refused or failed, with what helps. */
const useReason = () => {
  const translate = useTranslate()
  const failureText = useFailureText()
  const refusalText = useRefusalText()
  return ({ refusal, accept, error, plan, status }: QueueItem) => {
    if (refusal) return refusalText(refusal, accept)
    if (plan.problem) return translate(plan.problem)
    if (status !== 'failed') return ''
    const { status: answered, errors } = failureOf(error)
    const fields = Object.values(errors ?? {}).map(text => translate(text, { _: text }))
    if (fields.length > 0) return fields.join(' ')
    if (answered !== undefined) return failureText(error).text
    const message = serverMessage(error)
    return translate(message, { _: message })
  }
}

const useFigures = () => {
  const translate = useTranslate()
  const [locale] = useLocaleState()
  const timeLeft = useTimeLeft()
  return (item: QueueItem) => {
    const { sent, total, speed } = item
    const size = translate('admin.upload.of', {
      sent: megabytes(sent, locale),
      total: megabytes(total, locale),
    })
    if (!isSending(item) || speed <= 0) return size
    const pace = translate('admin.upload.speed', { speed: megabytes(speed, locale) })
    return [size, pace, timeLeft(Math.ceil((total - sent) / speed))].join(' · ')
  }
}

/** The state of an item in one line, and the reason where it is not sent. */
export const useItemText = () => {
  const translate = useTranslate()
  const reason = useReason()
  const figures = useFigures()
  return (item: QueueItem) => {
    const percent = Math.round(item.checked * 100)
    const state = translate(`uploads.status.${item.status}`, { percent })
    const shown = ['queued', 'running', 'waiting', 'paused'].includes(item.status)
    return { line: shown ? `${state} · ${figures(item)}` : state, reason: reason(item) }
  }
}
