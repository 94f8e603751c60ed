/** URLs of the uploads that this tab sends, or that one of its forms holds: nothing else may resume them. */
const held = new Set<string>()

export const heldUploads = {
  hold: (url: string | null) => void (url && held.add(url)),
  free: (url: string | null | undefined) => void (url && held.delete(url)),
  has: (url: string) => held.has(url),
}
