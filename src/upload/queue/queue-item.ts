import type { FileDescriptor } from '~/model/fields'
import type { FileRefusal } from '~/src/upload/use-refusal-text'

/** A file, and the field of the record that takes it. */
export type Part = { readonly field: string; readonly file: File; readonly accept?: readonly string[] }

/** A record, and its screen in the panel. */
export type RecordLink = { readonly label: string; readonly to: string }

export type SentFiles = Readonly<Record<string, FileDescriptor>>

/** What chosen files become: one record. `problem`: a text key, where they cannot become one. */
export type RecordPlan = {
  readonly name: string
  /** The resource of the record. */
  readonly resource: string
  readonly parts: readonly Part[]
  readonly problem?: string
  /** A record that holds this file, among those that the user may read. `ref`: this very file, not its like. */
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
  /** The record that holds the file already; without `to`: a file of this queue. */
  readonly twin?: { readonly label: string; readonly to?: string }
  readonly refusal?: FileRefusal
  readonly accept?: readonly string[]
  readonly error?: unknown
  readonly made?: RecordLink
}

const sending: readonly ItemStatus[] = ['running', 'waiting']
const ended: readonly ItemStatus[] = ['completed', 'cancelled', 'refused']

/** It takes one of the places for transfers. */
export const isSending = ({ status }: QueueItem) => sending.includes(status)
/** It may be cleared from the list. */
export const isEnded = ({ status }: QueueItem) => ended.includes(status)
/** Leaving the page loses time or work. */
export const isUnderWay = ({ status }: QueueItem) =>
  ['checking', 'queued', 'running', 'waiting', 'paused', 'saving'].includes(status)

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
