import { acceptsFile, extensionOf, typeOfFile } from '~/model/content-types'

type Named = Pick<File, 'type' | 'name'>

/** True if the file is allowed; `accept` as `acceptsFile` takes it. */
export const accepts = (accept: readonly string[] | undefined, file: Named) =>
  acceptsFile(accept, { type: typeOfFile(file), name: file.name })

/** The types for the browser's file dialog; with extensions, as systems name types differently. */
export const offeredTypes = (accept: readonly string[] | undefined) =>
  accept
    ?.flatMap(type => {
      const extension = extensionOf(type)
      return extension ? [type, `.${extension}`] : [type]
    })
    .join(',')

/** The types for display: extensions if they are known. */
export const acceptedEndings = (accept: readonly string[]) =>
  accept
    .map(type => {
      const extension = extensionOf(type)
      return extension ? `.${extension}` : type
    })
    .join(', ')

/** The format of a file: its type, or its extension if the browser knows no type. */
export const formatOf = ({ type, name }: Named) => type || name.split('.').pop() || name
