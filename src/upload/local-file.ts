/**
 * A chosen file that can no longer be read, such as one on a card that was pulled out, or one that was changed since. Browsers
 * report it as a failed request; it goes on where it was once the same file is chosen again.
 */
export class UnreadableFileError extends Error {
  constructor() {
    // The key of its text: messages of failed uploads are translated.
    super('admin.upload.unreadable')
    this.name = 'UnreadableFileError'
  }
}

/** Can the rest of a file be read from this place on? Its first and its last byte tell. */
export const canRead = async (file: File, offset: number): Promise<boolean> => {
  const last = file.size - 1
  try {
    for (const at of last < 0 ? [] : [Math.min(offset, last), last])
      if ((await file.slice(at, at + 1).arrayBuffer()).byteLength !== 1) return false
    return true
  } catch {
    return false
  }
}
