/** The lists that accept several files. */
export type UploadKind = 'medias' | 'videos'

export type GivenFiles = { readonly kind: UploadKind; readonly files: readonly File[] }

let given: readonly GivenFiles[] = []
const listeners = new Set<() => void>()
const set = (next: readonly GivenFiles[]) => {
  given = next
  for (const listener of listeners) listener()
}

/** Files passed from a list to the tray, which is loaded with the first of them. */
export const givenFiles = {
  read: () => given,
  subscribe: (listener: () => void) => {
    listeners.add(listener)
    return () => void listeners.delete(listener)
  },
  give: (batch: GivenFiles) => set([...given, batch]),
  take: () => set(given.slice(1)),
}
