import { md5 } from '@noble/hashes/legacy.js'

/** Bytes read per step: a file is never in memory as a whole. */
const SLICE = 4 * 2 ** 20

const base64 = (bytes: Uint8Array) => btoa(String.fromCharCode(...bytes))

/** The MD5 of a file, in base64 like the server's. The Web Crypto API has none. */
export const md5Of = async (file: Blob, onProgress: (share: number) => void) => {
  const hash = md5.create()
  for (let at = 0; at < file.size; at += SLICE) {
    hash.update(new Uint8Array(await file.slice(at, at + SLICE).arrayBuffer()))
    onProgress(Math.min(1, (at + SLICE) / file.size))
  }
  return base64(hash.digest())
}
