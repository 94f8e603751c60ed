import { localStore } from '~/src/api/browser-storage'

const PREFIX = 'tus::'

/** tus-js-client's own module does not load where the browser has no storage at all. */
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

/** The addresses of unfinished uploads, where the panel keeps everything else. */
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
