import { mkdtemp, rm } from 'node:fs/promises'
import path from 'node:path'
import { parseArgs } from 'node:util'
import { messageOf } from '~/model/errors'
import { type Config, readConfig } from '~/server/platform/config/config'
import { scratchFolder } from '~/server/platform/disk/scratch'
import { readVersion } from '~/server/platform/process/run-until-signal'
import { type CopyProgress, copyStore } from '~/server/platform/storage/copy-store'
import { openFileStore } from '~/server/platform/storage/drivers'

const usage = `Usage: npm run files:copy -- <from> <to> [--verify]
  folder              the files in DATA_DIR
  s3                  the bucket of S3_BUCKET
  s3://bucket/prefix  another bucket of the same store
  firebase            the bucket of FIREBASE_STORAGE_BUCKET
  a path              another DATA_DIR
  --verify            reads all that is there already, and compares it with the original`

/** The settings of one side, which choose one kind of storage. */
const settingsOf = (all: Config, side: string): Config => {
  if (side === 'firebase') {
    if (!all.FIREBASE_STORAGE_BUCKET)
      throw new Error('FIREBASE_STORAGE_BUCKET is not set: it says which bucket "firebase" is.')
    return { ...all, S3_BUCKET: undefined }
  }
  const config = { ...all, FIREBASE_STORAGE_BUCKET: undefined }
  const other = /^s3:\/\/([^/]+)\/?(.*)$/.exec(side)
  const prefix = other?.[2] ?? ''
  if (other?.[1])
    return { ...config, S3_BUCKET: other[1], S3_PREFIX: prefix && `${prefix.replace(/\/$/, '')}/` }
  if (side !== 's3')
    return { ...config, S3_BUCKET: undefined, DATA_DIR: side === 'folder' ? config.DATA_DIR : side }
  if (!config.S3_BUCKET) throw new Error('S3_BUCKET is not set: it says which bucket "s3" is.')
  return config
}

const inWords = ({ copied, replaced, skipped, unfinished, bytes }: CopyProgress, begun: number) => {
  const speed = bytes / 1e6 / Math.max(0.001, (Date.now() - begun) / 1000)
  const waiting = unfinished > 0 ? `, ${unfinished} unfinished upload(s) left out` : ''
  return `${copied + replaced.length} copied (${(bytes / 1e6).toFixed(0)} MB, ${speed.toFixed(1)} MB/s), ${skipped} there already${waiting}`
}

const PACE = 2000

const open = (config: Config, side: string) =>
  openFileStore(settingsOf(config, side), { usableBytes: () => Number.POSITIVE_INFINITY })

const parsed = () => {
  try {
    return parseArgs({ allowPositionals: true, options: { verify: { type: 'boolean' } } })
  } catch {
    throw new Error(usage)
  }
}

/** `npm run files:copy`: between folders and buckets, while the product runs. Repeat it after an interruption. */
const main = async () => {
  const { values, positionals } = parsed()
  const [from, to, ...more] = positionals
  if (!from || !to || from === to || more.length > 0) throw new Error(usage)
  const config = readConfig(process.env, readVersion())
  const [source, target] = [await open(config, from), await open(config, to)]
  await Promise.all([source.check(), target.check()])
  const scratch = await mkdtemp(path.join(scratchFolder(), 'copy-'))
  const interrupted = new AbortController()
  process.once('SIGINT', () => interrupted.abort(new Error('Interrupted. Run it again to continue.')))
  const begun = Date.now()
  let printedAt = begun
  const onProgress = (progress: CopyProgress) => {
    if (Date.now() - printedAt < PACE) return
    printedAt = Date.now()
    console.log(inWords(progress, begun))
  }
  try {
    const done = await copyStore(source, target, {
      ...{ scratch, onProgress },
      ...values,
      signal: interrupted.signal,
    })
    console.log(`Done: ${inWords(done, begun)}.`)
    if (done.replaced.length > 0)
      console.log(`${done.replaced.length} file(s) were there with other bytes: ${done.replaced.join(', ')}`)
    if (done.different.length > 0)
      throw new Error(
        `${done.different.length} file(s) differed after the copy: ${done.different.join(', ')}`,
      )
  } finally {
    await rm(scratch, { recursive: true, force: true })
  }
}

main().catch(error => {
  console.error(messageOf(error))
  process.exitCode = 1
})
