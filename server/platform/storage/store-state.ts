import type { FileStore } from './file-store'

/** Milliseconds for which a state counts as known: health is asked for often. */
const KNOWN = 10_000

export type StoreState = 'ok' | 'unavailable'

/** Whether the store answers; asked at most every ten seconds. A folder of this machine always does. */
export const createStoreState = (files: Pick<FileStore, 'check' | 'pathOf'>) => {
  let asked = Number.NEGATIVE_INFINITY
  let state: Promise<StoreState> = Promise.resolve('ok')
  return (): Promise<StoreState> => {
    if (!files.pathOf && Date.now() - asked > KNOWN) {
      asked = Date.now()
      state = files.check().then(
        () => 'ok',
        () => 'unavailable',
      )
    }
    return state
  }
}
