type Kept = { readonly creationTime?: string; readonly metadata?: { readonly filename?: string } }

/** The prefix of the storage keys of uploads that tus-js-client can resume. */
const PREFIX = 'tus::'

const read = (key: string): Kept => {
  try {
    return JSON.parse(localStorage.getItem(key) ?? '{}') ?? {}
  } catch {
    return {}
  }
}

/** The name of the file whose upload was interrupted last in this browser. */
export const unfinishedUpload = (): string | undefined =>
  Object.keys(localStorage)
    .filter(key => key.startsWith(PREFIX))
    .map(read)
    .sort((one, other) => (other.creationTime ?? '').localeCompare(one.creationTime ?? ''))
    .find(({ metadata }) => metadata?.filename)?.metadata?.filename
