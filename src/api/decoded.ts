/** A part of an address; what is no encoding stays as it was typed. */
export const decoded = (part: string) => {
  try {
    return decodeURIComponent(part)
  } catch {
    return part
  }
}
