import { open } from 'node:fs/promises'
import { headBytes, isIsoMedia } from '~/model/video/mp4-boxes'

/** Whether a file begins like ISO base media. @throws Error of the file system */
export const beginsAsIsoMedia = async (path: string) => {
  const file = await open(path)
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(headBytes), 0, headBytes, 0)
    return isIsoMedia(buffer.subarray(0, bytesRead))
  } finally {
    await file.close()
  }
}
