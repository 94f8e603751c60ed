/**
 * A selected file that can no longer be read, such as one on a removed card, or one that was changed since. Browsers
 * report it as a failed request; the upload resumes where it stopped once the same file is selected again.
 */
export class UnreadableFileError extends Error {
  constructor() {
    // The key of its text: messages of failed uploads are translated.
    super('admin.upload.unreadable')
    this.name = 'UnreadableFileError'
  }
}

/** Whether the rest of a file can be read from this offset on: tries its first and its last byte. */
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
