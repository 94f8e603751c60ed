import { useTranslate } from 'react-admin'
import { acceptsFile } from '~/model/content-types'
import { contentTypeFrom, signatureBytes } from '~/model/file-content'
import { acceptedEndings, accepts, formatOf } from './accepts'
import { canRead } from './local-file'

/** The reason a file is refused before it is sent. `declared`: its content differs from the declared type. */
export type FileRefusal = {
  readonly format: string
  readonly name: string
  readonly declared?: string
  /** The file is empty, or cannot be read: its format does not matter. */
  readonly problem?: 'empty' | 'unreadable'
}

/** The library is loaded with the first file; it detects the same signatures as the server. */
const detect = async (file: File) => {
  const { fileTypeFromBuffer } = await import('file-type')
  const head = new Uint8Array(await file.slice(0, signatureBytes).arrayBuffer())
  const found = (await fileTypeFromBuffer(head))?.mime
  return { found, stored: contentTypeFrom({ head, found, declared: file.type, name: file.name }) }
}

/**
 * Checks a file like the server: its extension and declared type, then its first bytes.
 * @param accept as in `acceptsFile`
 */
export const examineFile = async (
  file: File,
  accept: readonly string[] | undefined,
): Promise<FileRefusal | undefined> => {
  const { name } = file
  if (file.size === 0) return { format: formatOf(file), name, problem: 'empty' }
  if (!accepts(accept, file)) return { format: formatOf(file), name }
  if (!(await canRead(file, 0))) return { format: formatOf(file), name, problem: 'unreadable' }
  // Content that cannot be detected here is left to the server.
  const content = await detect(file).catch(() => undefined)
  if (!content) return undefined
  const { found, stored } = content
  if (stored === undefined) return { format: found ?? formatOf(file), name, declared: file.type }
  return acceptsFile(accept, { type: stored, name }) ? undefined : { format: stored, name }
}

/** The message for a refused file: its name, its format and the accepted ones, after the sentence of specification §6. */
export const useRefusalText = () => {
  const translate = useTranslate()
  return ({ format, name, declared, problem }: FileRefusal, accept: readonly string[] | undefined) => {
    if (problem) return translate(`admin.upload.${problem}File`, { name })
    const reason = translate('errors.fileFormat', { format })
    const isDisguised = declared && declared !== format
    const sentence = isDisguised
      ? translate('admin.upload.disguised', { reason, name, found: format, declared })
      : translate('admin.upload.refused', { reason, name })
    return accept
      ? `${sentence} ${translate('admin.upload.accepted', { types: acceptedEndings(accept) })}`
      : sentence
  }
}
