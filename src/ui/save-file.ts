/** Milliseconds after which the browser has certainly read the URL. */
const TAKEN = 10_000

/** Makes the browser save text or bytes as a file. */
export const saveFile = (name: string, type: string, ...parts: readonly BlobPart[]) => {
  const url = URL.createObjectURL(new Blob([...parts], { type }))
  Object.assign(document.createElement('a'), { href: url, download: name }).click()
  setTimeout(() => URL.revokeObjectURL(url), TAKEN)
}
