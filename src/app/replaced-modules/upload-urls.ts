import { localStore } from '~/src/api/browser-storage'

const PREFIX = 'tus::'

/** tus-js-client's own module throws on load if the browser has no storage at all. */
export const canStoreURLs = true

const found = (prefix: string) =>
  localStore
    .keys()
    .filter(key => key.startsWith(prefix))
    .flatMap(key => {
      try {
        return [{ ...JSON.parse(localStore.get(key) ?? ''), urlStorageKey: key }]
      } catch {
        return []
      }
    })

/** Stores the URLs of unfinished uploads in the panel's storage. */
export class WebStorageUrlStorage {
  findAllUploads = async () => found(PREFIX)
  findUploadsByFingerprint = async (fingerprint: string) => found(`${PREFIX}${fingerprint}::`)
  removeUpload = async (key: string) => localStore.remove(key)
  addUpload = async (fingerprint: string, upload: object) => {
    const key = `${PREFIX}${fingerprint}::${Math.round(Math.random() * 1e12)}`
    localStore.set(key, JSON.stringify(upload))
    return key
  }
}
