import type { Metrics } from '~/server/platform/metrics/metrics'
import { FileMissing, type FileStore, StoreUnavailable } from './file-store'

const failureOf = (error: unknown) =>
  error instanceof FileMissing ? 'missing' : error instanceof StoreUnavailable ? 'unavailable' : 'failed'

/** The same store, whose operations are measured. Bytes of uploads are counted where they arrive. */
export const measureStore = (
  store: FileStore,
  { storeOperations }: Pick<Metrics, 'storeOperations'>,
): FileStore => {
  const measure =
    <Args extends readonly unknown[], Result>(operation: string, run: (...args: Args) => Promise<Result>) =>
    async (...args: Args) => {
      const end = storeOperations.startTimer({ operation })
      try {
        const result = await run(...args)
        end({ result: 'completed' })
        return result
      } catch (error) {
        end({ result: failureOf(error) })
        throw error
      }
    }
  return {
    ...store,
    check: measure('check', store.check),
    read: measure('read', store.read),
    write: measure('write', store.write),
    adopt: measure('adopt', store.adopt),
    sync: measure('sync', store.sync),
    share: measure('share', store.share),
    size: measure('size', store.size),
    modifiedAt: measure('modifiedAt', store.modifiedAt),
    remove: measure('remove', store.remove),
  }
}
