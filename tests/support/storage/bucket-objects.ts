import { createHash, randomUUID } from 'node:crypto'
import { bucket } from '~/scripts/cloud/emulators'
import { newUid } from '~/server/platform/crypto/tokens'
import type { MediaFile } from '~/tests/support/video/media-files'

export const md5Of = (bytes: Buffer) => createHash('md5').update(bytes).digest('base64')

/** Puts an object into the bucket, as the cloud panel does. @param host of the Storage emulator */
export const putObject = async (
  host: string,
  name: string,
  { bytes, contentType }: Pick<MediaFile, 'bytes' | 'contentType'>,
) => {
  const query = `uploadType=media&name=${encodeURIComponent(name)}`
  const sent = await fetch(`http://${host}/upload/storage/v1/b/${bucket}/o?${query}`, {
    ...{ method: 'POST', headers: { 'content-type': contentType }, body: new Uint8Array(bytes) },
  })
  if (sent.status !== 200) throw new Error(`${name}: ${sent.status} ${await sent.text()}`)
}

/** A new name of an object of a user. */
export const objectName = (uid: string, name: string) => `temp--${uid}--${randomUUID()}--${name}`

/** The descriptor of an object that the panel has uploaded. */
export const describeObject = (path: string, file: MediaFile, more: object = {}) => ({
  ...{ bucket, ref: path, tempPath: path, contentType: file.contentType, size: file.bytes.length },
  ...{ label: file.name, md5Hash: md5Of(file.bytes), ...more },
})

/** The body that creates a media from a file. */
export const mediaFrom = (file: MediaFile, descriptor: object, more: object = {}) => ({
  ...{ name: `${file.name} ${newUid()}`, file: descriptor, contentType: file.contentType },
  ...{ checksum: `b64-${md5Of(file.bytes)}`, ...more },
})
