import {
  connectStorageEmulator,
  deleteObject,
  type FirebaseStorage,
  type FullMetadata,
  getMetadata,
  getStorage,
  ref,
  type StorageError,
  type UploadTask,
  uploadBytesResumable,
} from 'firebase/storage'
import { typeOfFile } from '~/model/content-types'
import type { FileDescriptor } from '~/model/fields'
import type { Transfer, TransferEvents, Uploader } from '~/src/api/uploader'
import { isEmulated } from './emulated'
import { firebase, hostAndPort } from './firebase'
import { emulatorsOf, project } from './project'
import { temporaryPath } from './temporary-path'

/** Milliseconds: an upload survives a connection lost overnight. */
const PATIENCE = 86_400_000

const open = async () => {
  const { app, auth } = await firebase()
  const storage = getStorage(app)
  storage.maxUploadRetryTime = PATIENCE
  const described = await project()
  if (isEmulated(described)) connectStorageEmulator(storage, ...hostAndPort(emulatorsOf(described).storage))
  return { auth, storage }
}

/** Storage's errors for which the panel has messages. */
const words: Readonly<Record<string, string>> = {
  'storage/unauthorized': 'errors.forbidden',
  'storage/unauthenticated': 'errors.session_expired',
  'storage/quota-exceeded': 'errors.too_large',
  'storage/retry-limit-exceeded': 'errors.unreachable',
}

/** Storage answers in JSON: an HTML page comes from a captive portal or a proxy. */
const isIntercepted = ({ serverResponse }: StorageError) => /^\s*</.test(serverResponse ?? '')

const inWords = (error: StorageError) =>
  new Error(isIntercepted(error) ? 'errors.intercepted' : (words[error.code] ?? error.message))

/** Storage's client retries silently: the browser reports the lost connection. */
const watchLine = (onWaiting: () => void) => {
  addEventListener('offline', onWaiting)
  return () => removeEventListener('offline', onWaiting)
}

const follow = (task: UploadTask, { onProgress, onWaiting, onFailed, onSent }: TransferEvents): Transfer => {
  const stopWatching = watchLine(() => task.snapshot.state === 'running' && onWaiting())
  const cancel = () => {
    stopWatching()
    task.cancel()
  }
  task.on('state_changed', {
    next: ({ state, bytesTransferred, totalBytes }) => {
      if (state === 'running') onProgress(bytesTransferred, totalBytes)
    },
    error: error => {
      stopWatching()
      if (error.code !== 'storage/canceled') onFailed(inWords(error))
    },
    complete: () => {
      stopWatching()
      onSent(task.snapshot.ref.fullPath)
    },
  })
  return {
    pause: () => void task.pause(),
    resume: () => void task.resume(),
    cancel: async () => cancel(),
    // Storage cannot resume an upload from another page.
    release: cancel,
  }
}

const descriptorOf = (file: FullMetadata): FileDescriptor => ({
  bucket: file.bucket,
  ref: file.fullPath,
  contentType: file.contentType ?? 'application/octet-stream',
  size: file.size,
  label: file.customMetadata?.label ?? file.name,
  md5Hash: file.md5Hash ?? '',
  tempPath: file.fullPath,
})

const inStorage = (storage: FirebaseStorage, user: () => string): Uploader => ({
  start: async (file, events) => {
    const place = ref(storage, temporaryPath(user(), crypto.randomUUID(), file.name))
    const metadata = {
      contentType: typeOfFile(file) || 'application/octet-stream',
      customMetadata: { label: file.name },
    }
    return follow(uploadBytesResumable(place, file, metadata), events)
  },
  describe: async address => descriptorOf(await getMetadata(ref(storage, address))),
  drop: address => deleteObject(ref(storage, address)).catch(() => undefined),
})

let opened: Promise<Uploader> | undefined

/** Uploads files to a temporary path in the project's bucket; the functions move attached ones. */
export const storageUploader = () => {
  opened ??= open()
    .then(({ auth, storage }) => inStorage(storage, () => auth.currentUser?.uid ?? ''))
    .catch((error: unknown) => {
      opened = undefined
      throw error
    })
  return opened
}
