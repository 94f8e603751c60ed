import type { FileDescriptor } from '~/model/fields'
import type { UploadTarget } from '~/src/api/contract/upload-target'
import type { Uploader } from '~/src/api/uploader'
import { unfinishedUploads } from './unfinished'

const idIn = (url: string) => new URL(url, location.href).pathname.split('/').pop() ?? ''

type Described = (uploadId: string) => Promise<FileDescriptor>

/** Sends files to the product's own server over tus; the tus client is loaded with the first upload. */
export const tusUploader = (target: UploadTarget, uploaded: Described) => async (): Promise<Uploader> => {
  const { startTransfer, dropUpload } = await import('./transfer')
  return {
    start: (file, events) => startTransfer(file, target, events),
    describe: url => uploaded(idIn(url)),
    drop: url => dropUpload(url, target),
    unfinished: () => unfinishedUploads(target),
  }
}
