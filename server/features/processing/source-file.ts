import type { FileDescriptor } from '~/model/fields'
import { uidOf } from '~/model/refs'
import { FileDamaged, FileMissing } from '~/server/platform/storage/file-store'
import { copyToPath } from '~/server/platform/storage/local-files'
import { Failure } from '~/server/video/facts'
import type { JobRun } from './job-run'
import { part } from './work-folder'

const failureOf = (error: unknown, { label }: FileDescriptor) => {
  if (error instanceof FileMissing) return new Failure('file_missing', `${label} is not in the file store`)
  if (error instanceof FileDamaged)
    return new Failure('file_damaged', `${label} is damaged in the file store`)
  const isFull = error instanceof Error && 'code' in error && error.code === 'ENOSPC'
  return isFull ? new Failure('disk_full', `${label} does not fit on the worker's disk`) : error
}

/**
 * The path of a stored file on this machine, as ffmpeg needs it. A file of a remote store is copied into the
 * work folder once. @throws Failure
 */
export const sourcePath = async (
  { services: { files }, work, bench }: JobRun,
  file: FileDescriptor,
): Promise<string> => {
  const id = uidOf(file.ref)
  if (files.pathOf) return files.pathOf(id)
  try {
    return await part(work, `source-${id}`, to =>
      copyToPath(files, id, to, { signal: bench.signal, md5: file.md5Hash }),
    )
  } catch (error) {
    throw failureOf(error, file)
  }
}
