import { acceptsFile, extensionOf, typeOfFile } from '~/model/content-types'

type Named = Pick<File, 'type' | 'name'>

/** Is this file allowed? `accept` as `acceptsFile` takes it. */
export const accepts = (accept: readonly string[] | undefined, file: Named) =>
  acceptsFile(accept, { type: typeOfFile(file), name: file.name })

/** What the browser's own dialog offers; extensions too, as systems know the types by different names. */
export const offeredTypes = (accept: readonly string[] | undefined) =>
  accept
    ?.flatMap(type => {
      const extension = extensionOf(type)
      return extension ? [type, `.${extension}`] : [type]
    })
    .join(',')

/** The same for people: endings where they are known. */
export const acceptedEndings = (accept: readonly string[]) =>
  accept
    .map(type => {
      const extension = extensionOf(type)
      return extension ? `.${extension}` : type
    })
    .join(', ')

/** What names a file's format: its type, or its extension where the browser knows no type. */
export const formatOf = ({ type, name }: Named) => type || name.split('.').pop() || name
