/** Decodes a part of an address; invalid encoding is returned unchanged. */
export const decoded = (part: string) => {
  try {
    return decodeURIComponent(part)
  } catch {
    return part
  }
}
