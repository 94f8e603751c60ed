/** Decodes a part of a URL; invalid encoding is returned unchanged. */
export const decoded = (part: string) => {
  try {
    return decodeURIComponent(part)
  } catch {
    return part
  }
}
