import { isSending, type QueueItem } from './queue-item'

/** What all items come to together. `seconds`: undefined while nothing moves. */
export const totalsOf = (items: readonly QueueItem[]) => {
  const counted = items.filter(({ status }) => status !== 'cancelled' && status !== 'refused')
  const done = counted.filter(({ status }) => status === 'completed').length
  const sum = (of: (item: QueueItem) => number) => counted.reduce((total, item) => total + of(item), 0)
  const [sent, total] = [sum(item => item.sent), sum(item => item.total)]
  const speed = sum(item => (isSending(item) ? item.speed : 0))
  return {
    done,
    files: counted.length,
    percent: total > 0 ? Math.floor((sent / total) * 100) : 0,
    seconds: speed > 0 ? Math.ceil((total - sent) / speed) : undefined,
    /** Items that the user has to decide on. */
    open: items.filter(({ status }) => ['duplicate', 'failed', 'refused'].includes(status)).length,
  }
}
