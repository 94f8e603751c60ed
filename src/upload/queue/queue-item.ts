import type { FileDescriptor } from '~/model/fields'
import type { FileRefusal } from '~/src/upload/use-refusal-text'

/** A file, and the field of the record that it is for. */
export type Part = { readonly field: string; readonly file: File; readonly accept?: readonly string[] }

/** A record, and its screen in the panel. */
/** `id`: the record's, in the panel. */
export type RecordLink = { readonly label: string; readonly to: string; readonly id: string }

export type SentFiles = Readonly<Record<string, FileDescriptor>>

/** The record that chosen files become. `problem`: a text key, if they cannot become one. */
export type RecordPlan = {
  readonly name: string
  /** The resource of the record. */
  readonly resource: string
  readonly parts: readonly Part[]
  readonly problem?: string
  /**
   * Finds a record with this file, among those that the user may read. `ref`: this very file, not one with the same
   * content.
   */
  readonly find: (field: string, md5Hash: string, ref?: string) => Promise<RecordLink | undefined>
  readonly create: (name: string, files: SentFiles) => Promise<RecordLink>
}

/** `waiting`: the connection is lost. `saving`: all is sent, and the record is being created. */
export type ItemStatus =
  | 'checking'
  | 'duplicate'
  | 'refused'
  | 'queued'
  | 'running'
  | 'waiting'
  | 'paused'
  | 'saving'
  | 'completed'
  | 'failed'
  | 'cancelled'

export type QueueItem = {
  readonly id: number
  readonly plan: RecordPlan
  readonly name: string
  readonly status: ItemStatus
  /** How much of the checksum is computed, 0 to 1. */
  readonly checked: number
  readonly md5Hash?: string
  /** Bytes, and bytes per second. */
  readonly sent: number
  readonly total: number
  readonly speed: number
  /** The record that has the same file already; without `to`: a file of this queue. */
  readonly twin?: { readonly label: string; readonly to?: string }
  readonly refusal?: FileRefusal
  readonly accept?: readonly string[]
  readonly error?: unknown
  readonly made?: RecordLink
}

const sending: readonly ItemStatus[] = ['running', 'waiting']
const ended: readonly ItemStatus[] = ['completed', 'cancelled', 'refused']

/** True if it occupies one of the slots for transfers. */
export const isSending = ({ status }: QueueItem) => sending.includes(status)
/** True if it may be removed from the list. */
export const isEnded = ({ status }: QueueItem) => ended.includes(status)
/** True if leaving the page would lose time or work. */
export const isUnderWay = ({ status }: QueueItem) =>
  ['checking', 'queued', 'running', 'waiting', 'paused', 'saving'].includes(status)

/** The totals of all items. `seconds`: undefined while nothing is transferred. */
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
