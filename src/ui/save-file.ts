/** Milliseconds until the browser has surely taken it. */
const TAKEN = 10_000

/** Has the browser save a text as a file. */
export const saveFile = (name: string, type: string, ...parts: readonly string[]) => {
  const url = URL.createObjectURL(new Blob([...parts], { type }))
  Object.assign(document.createElement('a'), { href: url, download: name }).click()
  setTimeout(() => URL.revokeObjectURL(url), TAKEN)
}
