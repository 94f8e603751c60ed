import type { CompletedPart, S3 } from '@aws-sdk/client-s3'

type Bucket = { readonly client: S3; readonly Bucket: string }

const GB = 1024 ** 3

/** Bytes that S3 copies in one request. */
const AT_ONCE = 5 * GB
const PART = GB

/** The ranges of the parts of so many bytes. */
const rangesOf = (bytes: number, part: number) =>
  Array.from({ length: Math.ceil(bytes / part) }, (_, index) => {
    const start = index * part
    return `bytes=${start}-${Math.min(start + part, bytes) - 1}`
  })

/**
 * Copies an object within the bucket; a large one in parts, which S3 asks for.
 * @param from, to keys
 * @param bytes of the object
 * @param sizes bytes that are copied in one request, and of a part
 */
export const copyObject = async (
  { client, Bucket }: Bucket,
  from: string,
  to: string,
  bytes: number,
  { atOnce = AT_ONCE, part = PART } = {},
) => {
  if (bytes <= atOnce) return void (await client.copyObject({ Bucket, CopySource: from, Key: to }))
  const { UploadId } = await client.createMultipartUpload({ Bucket, Key: to })
  try {
    const Parts: CompletedPart[] = []
    for (const [index, CopySourceRange] of rangesOf(bytes, part).entries()) {
      const PartNumber = index + 1
      const { CopyPartResult } = await client.uploadPartCopy({
        ...{ Bucket, Key: to, UploadId, PartNumber },
        ...{ CopySource: from, CopySourceRange },
      })
      Parts.push({ PartNumber, ETag: CopyPartResult?.ETag })
    }
    await client.completeMultipartUpload({ Bucket, Key: to, UploadId, MultipartUpload: { Parts } })
  } catch (error) {
    await client.abortMultipartUpload({ Bucket, Key: to, UploadId }).catch(() => undefined)
    throw error
  }
}
