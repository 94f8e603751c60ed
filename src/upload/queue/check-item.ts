import { examineFile } from '~/src/upload/examine-file'
import type { ItemStore } from './item-store'
import type { QueueItem } from './queue-item'

/** Computes the MD5 of a file, in base64. `onProgress` is told shares from 0 to 1. */
export type Checksum = (
  file: File,
  onProgress: (share: number) => void,
  signal: AbortSignal,
) => Promise<string>

const refusalOf = async ({ plan }: QueueItem) => {
  for (const { file, accept } of plan.parts) {
    const refusal = await examineFile(file, accept)
    if (refusal) return { refusal, accept }
  }
  return undefined
}

const twinInQueue = (items: readonly QueueItem[], id: number, md5Hash: string) => {
  const twin = items.find(
    item =>
      item.id < id && item.md5Hash === md5Hash && !['cancelled', 'duplicate', 'failed'].includes(item.status),
  )
  return twin && { label: twin.name }
}

/** Checks an item before it is sent: its types, then whether the same file is there already. */
export const checkItem = async (
  store: ItemStore,
  item: QueueItem,
  checksum: Checksum,
  signal: AbortSignal,
) => {
  const { id, plan } = item
  const [first] = plan.parts
  const change = (change: Partial<QueueItem>) => {
    if (!signal.aborted) store.change(id, change)
  }
  const refused = await refusalOf(item)
  if (refused || !first) return change({ status: 'refused', ...refused })
  // A file that cannot be read here fails when it is sent, with the reason.
  const md5Hash = await checksum(first.file, checked => change({ checked }), signal).catch(() => undefined)
  if (!md5Hash) return change({ status: 'queued' })
  change({ md5Hash })
  // Where the server cannot be asked, the file is sent: a duplicate does no harm.
  const known = await plan.find(first.field, md5Hash).catch(() => undefined)
  const twin = known ?? twinInQueue(store.read(), id, md5Hash)
  change(twin ? { status: 'duplicate', twin } : { status: 'queued' })
}
