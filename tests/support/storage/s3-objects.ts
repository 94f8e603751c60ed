import {
  CopyObjectCommand,
  CreateBucketCommand,
  ListMultipartUploadsCommand,
  paginateListObjectsV2,
  S3Client,
} from '@aws-sdk/client-s3'

type Settings = Readonly<Record<string, string | undefined>>

const clientOf = (settings: Settings) =>
  new S3Client({
    endpoint: settings.S3_ENDPOINT,
    region: settings.S3_REGION ?? 'us-east-1',
    forcePathStyle: true,
    requestChecksumCalculation: 'WHEN_REQUIRED',
    credentials: {
      accessKeyId: settings.S3_ACCESS_KEY_ID ?? '',
      secretAccessKey: settings.S3_SECRET_ACCESS_KEY ?? '',
    },
  })

export const createBucket = (settings: Settings) =>
  clientOf(settings).send(new CreateBucketCommand({ Bucket: settings.S3_BUCKET }))

/** The keys of the bucket with a prefix, without that prefix. */
export const objectsIn = async (settings: Settings, prefix = settings.S3_PREFIX ?? '') => {
  const keys: string[] = []
  const pages = paginateListObjectsV2(
    { client: clientOf(settings) },
    { Bucket: settings.S3_BUCKET, Prefix: prefix },
  )
  for await (const { Contents = [] } of pages)
    for (const { Key = '' } of Contents) keys.push(Key.slice(prefix.length))
  return keys
}

/** The keys of the multipart uploads that are not completed. */
export const unfinishedIn = async (settings: Settings) => {
  const { Uploads = [] } = await clientOf(settings).send(
    new ListMultipartUploadsCommand({ Bucket: settings.S3_BUCKET }),
  )
  return Uploads.map(({ Key = '' }) => Key)
}

/** Copies the objects of one prefix of the bucket to another. */
export const copyObjects = async (settings: Settings, from: string, to: string, names: readonly string[]) => {
  const client = clientOf(settings)
  const Bucket = settings.S3_BUCKET
  await Promise.all(
    names.map(name =>
      client.send(new CopyObjectCommand({ Bucket, CopySource: `${Bucket}/${from}${name}`, Key: to + name })),
    ),
  )
}
