import { mkdtemp, open, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Readable } from 'node:stream'

type PartFile = { readonly path: string; readonly bytes: number }

/**
 * Cuts a stream into files of so many bytes, the last one shorter: S3 takes a part with its length, and a part that
 * failed must not be kept in memory. A file is there until the next one is asked for.
 */
export async function* cutIntoFiles(stream: Readable, bytes: number): AsyncGenerator<PartFile> {
  const folder = await mkdtemp(join(tmpdir(), 'vecto-part-'))
  const path = join(folder, 'part')
  try {
    let file = await open(path, 'w')
    let filled = 0
    try {
      for await (const chunk of stream) {
        let rest: Buffer = chunk
        while (filled + rest.length > bytes) {
          const cut = bytes - filled
          await file.appendFile(rest.subarray(0, cut))
          rest = rest.subarray(cut)
          yield { path, bytes }
          await file.close()
          file = await open(path, 'w')
          filled = 0
        }
        await file.appendFile(rest)
        filled += rest.length
      }
      if (filled > 0) yield { path, bytes: filled }
    } finally {
      await file.close()
    }
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}
