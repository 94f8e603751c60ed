import { speedMeter } from '~/model/video/speed-meter'
import type { Uploader } from '~/src/api/uploader'
import { type Checksum, checkItem } from './check-item'
import { fileSender } from './file-sender'
import { type ItemStore, itemStore } from './item-store'
import { isEnded, isSending, isUnderWay, type QueueItem, type RecordPlan, type SentFiles } from './queue-item'
import { isFileLost, saveItem } from './save-item'

/** More at once would share the same line, and hold more memory of the server. */
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
    /** Creates the record of what is sent already; false where something is left to send. */
    saveAgain: () => {
      if (kept) void save(kept)
      return kept !== undefined
    },
  }
}

type Works = Map<number, ReturnType<typeof workOf>>

/** Starts those that wait, as far as there is room. */
const startQueued = (store: ItemStore, works: Works) => {
  const items = store.read()
  const free = AT_ONCE - items.filter(isSending).length
  for (const { id } of items.filter(({ status }) => status === 'queued').slice(0, Math.max(0, free))) {
    store.change(id, { status: 'running', error: undefined })
    works.get(id)?.sender.start()
  }
}

/** What can be done to one item. */
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
    /** Tries again; where everything was sent, only the record is created. */
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

/** Uploads that outlive their screen: checked one after the other, sent two at once, made into records. */
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
    /** Goes on after a pause, or with a file that is there already. */
    resume: wait,
    pauseAll: () => each(item => isSending(item) || item.status === 'queued', actions.pause),
    resumeAll: () => each(({ status }) => status === 'paused', wait),
    cancelAll: () => each(item => isUnderWay(item) && item.status !== 'saving', actions.cancel),
    clearEnded: () => each(isEnded, forget),
  }
}

export type UploadQueue = ReturnType<typeof uploadQueue>
