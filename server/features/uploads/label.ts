import { normalName } from '~/model/names'

/** Maximum number of characters in a label. */
const longest = 200
/** Maximum number of characters in a file extension with its dot; anything longer is not an extension. */
const longestEnding = 12

/** Truncates by whole characters, before the extension, which indicates the file type. */
const shortened = (name: string) => {
  const characters = [...name]
  if (characters.length <= longest) return name
  const ending = [...(/\.[^.]+$/.exec(name)?.[0] ?? '')]
  const kept = ending.length <= longestEnding ? ending : []
  return [...characters.slice(0, longest - kept.length), ...kept].join('')
}

/** A file's label: the last segment of the path that the client sent, without control characters and unseen ones. */
export const labelFrom = (given: string) => {
  const last = given.split(/[\\/]/).at(-1) ?? ''
  return normalName(shortened(last.replace(/\p{Cc}/gu, '').trim())).trim() || 'file'
}
