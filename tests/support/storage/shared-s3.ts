import { startS3 } from './s3-server'

/** Vitest global set-up for TEST_STORE=s3: starts one store for all test files; servers have different prefixes. */
export const setup = async () => {
  if (process.env.TEST_STORE !== 's3') return undefined
  const s3 = await startS3()
  process.env.TEST_S3_DIRECTORY = s3.directory
  process.env.TEST_S3_SETTINGS = JSON.stringify(s3.settings)
  return s3.stop
}
