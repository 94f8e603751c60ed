/** Characters of a label. */
const longest = 200
/** Characters of an ending, with its dot: what is longer is no ending. */
const longestEnding = 12

/** Cut by whole characters, before the ending, which says what the file is. */
const shortened = (name: string) => {
  const characters = [...name]
  if (characters.length <= longest) return name
  const ending = [...(/\.[^.]+$/.exec(name)?.[0] ?? '')]
  const kept = ending.length <= longestEnding ? ending : []
  return [...characters.slice(0, longest - kept.length), ...kept].join('')
}

/** A file's label: the last part of whatever path its sender gave, without control characters. */
export const labelFrom = (given: string) => {
  const last = given.split(/[\\/]/).at(-1) ?? ''
  return shortened(last.replace(/\p{Cc}/gu, '').trim()) || 'file'
}
