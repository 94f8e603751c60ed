import { buffer } from 'node:stream/consumers'
import { fileTypeFromBuffer } from 'file-type'
import { contentTypeFrom, signatureBytes } from '~/model/file-content'
import type { FileStore } from './file-store'

type Declared = { readonly declared: string; readonly name: string }

/**
 * @param head the first `signatureBytes` of the file, or all of a smaller one
 * @returns the detected type, and the content type to store: undefined if the declared type is wrong
 */
export const detectedType = async (head: Uint8Array, { declared, name }: Declared) => {
  const found = (await fileTypeFromBuffer(head))?.mime
  return { found, stored: contentTypeFrom({ head, found, declared, name }) }
}

/** The same for a file of the store. */
export const typeOfStored = async (files: Pick<FileStore, 'read'>, id: string, given: Declared) =>
  detectedType(await buffer(await files.read(id, { start: 0, end: signatureBytes - 1 })), given)
