import { asObject } from '~/model/objects'
import { speedMeter } from '~/model/video/speed-meter'
import type { Uploader } from '~/src/api/uploader'
import { examineFile } from '~/src/upload/use-refusal-text'
import { fileSender } from './file-sender'
import { isEnded, isSending, isUnderWay, type QueueItem, type RecordPlan, type SentFiles } from './queue-item'

const newItem = (id: number, plan: RecordPlan): QueueItem => ({
  ...{ id, plan, name: plan.name, checked: 0, sent: 0, speed: 0 },
  status: plan.problem ? 'refused' : 'checking',
  total: plan.parts.reduce((sum, { file }) => sum + file.size, 0),
})

/** The items of a queue, with the interface of React's `useSyncExternalStore`. */
const itemStore = () => {
  let items: readonly QueueItem[] = []
  let last = 0
  const listeners = new Set<() => void>()
  const set = (next: readonly QueueItem[]) => {
    items = next
    for (const listener of listeners) listener()
  }
  return {
    read: () => items,
    subscribe: (listener: () => void) => {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
    get: (id: number) => items.find(item => item.id === id),
    add: (plans: readonly RecordPlan[]) => {
      const added = plans.map(plan => {
        last += 1
        return newItem(last, plan)
      })
      set([...items, ...added])
      return added
    },
    change: (id: number, change: Partial<QueueItem>) =>
      set(items.map(item => (item.id === id ? { ...item, ...change } : item))),
    remove: (id: number) => set(items.filter(item => item.id !== id)),
  }
}

type ItemStore = ReturnType<typeof itemStore>

/** Computes the MD5 of a file, in base64. `onProgress` receives shares from 0 to 1. */
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

/** Checks an item before it is sent: its types, then whether the same file exists already. */
const checkItem = async (store: ItemStore, item: QueueItem, checksum: Checksum, signal: AbortSignal) => {
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
  // If the server cannot be reached, the file is sent: a duplicate does no harm.
  const known = await plan.find(first.field, md5Hash).catch(() => undefined)
  const twin = known ?? twinInQueue(store.read(), id, md5Hash)
  change(twin ? { status: 'duplicate', twin } : { status: 'queued' })
}

/**
 * Creates the record of an item whose files are sent, under its current name. If the response to an earlier attempt was
 * lost, the record is found by its file.
 */
const saveItem = async (store: ItemStore, id: number, files: SentFiles) => {
  const item = store.get(id)
  if (!item) throw new Error('The item was removed')
  const { plan, name, error } = item
  const [first] = plan.parts
  const sent = first && files[first.field]
  // Only after an error: a duplicate that was sent on purpose becomes a record of its own.
  const made = error && sent ? await plan.find(first.field, sent.md5Hash, sent.ref) : undefined
  return made ?? plan.create(name, files)
}

/** The server no longer has the uploaded file, for instance a day later: it must be sent again. */
const isFileLost = (error: unknown) => {
  const { status, body } = asObject(error)
  const fields = Object.keys(asObject(asObject(body).errors))
  return status === 422 && fields.some(field => ['file', 'insv1', 'insv2'].includes(field))
}

/** Concurrent transfers: more would share the same connection, and use more memory of the server. */
const AT_ONCE = 2

const workOf = (store: ItemStore, uploader: () => Promise<Uploader>, item: QueueItem, go: () => void) => {
  const { id, plan } = item
  const speedAt = speedMeter()
  let kept: SentFiles | undefined
  const change = (change: Partial<QueueItem>) => store.change(id, change)
  const save = async (files: SentFiles) => {
    kept = files
    change({ status: 'saving', sent: item.total, speed: 0 })
    go()
    try {
      change({ status: 'completed', made: await saveItem(store, id, files) })
    } catch (error) {
      if (isFileLost(error)) {
        sender.forget()
        kept = undefined
      }
      change({ status: 'failed', error })
    }
  }
  const sender = fileSender(plan.parts, uploader, {
    onProgress: sent => change({ status: 'running', sent, speed: speedAt(sent) }),
    onWaiting: () => change({ status: 'waiting', speed: 0 }),
    onFailed: error => {
      change({ status: 'failed', error, speed: 0 })
      go()
    },
    onSent: files => void save(files),
  })
  return {
    sender,
    /** Aborted with the item. */
    ending: new AbortController(),
    /** Creates the record of files that are all sent; false if some are left to send. */
    saveAgain: () => {
      if (kept) void save(kept)
      return kept !== undefined
    },
  }
}

type Works = Map<number, ReturnType<typeof workOf>>

/** Starts queued items while slots are free. */
const startQueued = (store: ItemStore, works: Works) => {
  const items = store.read()
  const free = AT_ONCE - items.filter(isSending).length
  for (const { id } of items.filter(({ status }) => status === 'queued').slice(0, Math.max(0, free))) {
    store.change(id, { status: 'running', error: undefined })
    works.get(id)?.sender.start()
  }
}

/** The actions on one item. */
const actionsOn = (store: ItemStore, works: Works, go: () => void) => {
  const wait = (id: number) => {
    store.change(id, { status: 'queued', error: undefined, twin: undefined })
    go()
  }
  const forget = (id: number) => {
    store.remove(id)
    works.delete(id)
  }
  return {
    wait,
    forget,
    pause: (id: number) => {
      works.get(id)?.sender.stop()
      store.change(id, { status: 'paused', speed: 0 })
      go()
    },
    /** Retries; if all files were sent, only the record is created. */
    retry: (id: number) => {
      if (!works.get(id)?.saveAgain()) wait(id)
    },
    cancel: async (id: number) => {
      const work = works.get(id)
      work?.ending.abort()
      store.change(id, { status: 'cancelled', sent: 0, speed: 0 })
      go()
      await work?.sender.discard().catch(() => undefined)
    },
    remove: async (id: number) => {
      const [item, work] = [store.get(id), works.get(id)]
      work?.ending.abort()
      forget(id)
      go()
      if (item && !isEnded(item)) await work?.sender.discard().catch(() => undefined)
    },
  }
}

/** Uploads that outlive their screen: checked one after the other, sent two at a time, then created as records. */
export const uploadQueue = (uploader: () => Promise<Uploader>, checksum: Checksum) => {
  const store = itemStore()
  const works: Works = new Map()
  let checks = Promise.resolve()
  const go = () => startQueued(store, works)
  const { wait, forget, ...actions } = actionsOn(store, works, go)
  const check = async ({ id }: QueueItem) => {
    const [item, work] = [store.get(id), works.get(id)]
    if (item?.status === 'checking' && work) await checkItem(store, item, checksum, work.ending.signal)
    go()
  }
  const each = (isMeant: (item: QueueItem) => boolean, act: (id: number) => unknown) =>
    Promise.all(
      store
        .read()
        .filter(isMeant)
        .map(({ id }) => act(id)),
    )
  return {
    read: store.read,
    subscribe: store.subscribe,
    add: (plans: readonly RecordPlan[]) => {
      for (const item of store.add(plans)) {
        works.set(item.id, workOf(store, uploader, item, go))
        checks = checks.then(() => check(item)).catch(() => undefined)
      }
    },
    rename: (id: number, name: string) => store.change(id, { name }),
    ...actions,
    /** Resumes after a pause, or sends a file that exists already. */
    resume: wait,
    pauseAll: () => each(item => isSending(item) || item.status === 'queued', actions.pause),
    resumeAll: () => each(({ status }) => status === 'paused', wait),
    cancelAll: () => each(item => isUnderWay(item) && item.status !== 'saving', actions.cancel),
    clearEnded: () => each(isEnded, forget),
  }
}

export type UploadQueue = ReturnType<typeof uploadQueue>
