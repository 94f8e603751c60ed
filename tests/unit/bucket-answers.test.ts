import { createServer, type RequestListener, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, describe, expect, it } from 'vitest'
import type { Database } from '~/server/platform/database/database'
import { FileMissing, NotTheStore, StoreUnavailable } from '~/server/platform/storage/file-store'
import { createClient } from '~/server/platform/storage/s3/s3-client'
import { s3Store } from '~/server/platform/storage/s3/s3-store'
import { requireOwnership } from '~/server/platform/storage/store-checks'

const ID = 'AbCdEfGhIjKlMnOpQrSt'

let server: Server | undefined
afterEach(() => {
  server?.closeAllConnections()
  server?.close()
})

const settingsAt = async (answer: RequestListener) => {
  const opened = createServer(answer)
  server = opened
  await new Promise<void>(resolve => opened.listen(0, '127.0.0.1', resolve))
  return {
    S3_ENDPOINT: `http://127.0.0.1:${(opened.address() as AddressInfo).port}`,
    S3_PUBLIC_ENDPOINT: undefined,
    S3_BUCKET: 'files',
    S3_REGION: 'us-east-1',
    S3_PREFIX: 'vecto/',
    S3_ACCESS_KEY_ID: 'id',
    S3_SECRET_ACCESS_KEY: 'key',
    S3_SESSION_TOKEN: undefined,
    S3_PATH_STYLE: true,
  }
}

const listOf = (...keys: readonly string[]) =>
  `<?xml version="1.0"?><ListBucketResult><KeyCount>${keys.length}</KeyCount>${keys.map(key => `<Contents><Key>${key}</Key></Contents>`).join('')}</ListBucketResult>`

/** A proxy that returns a 404 page for every object, in front of a store that lists these keys. */
const proxyBefore =
  (...keys: readonly string[]): RequestListener =>
  (request, response) => {
    if (request.url?.includes('list-type'))
      return void response.writeHead(200, { 'content-type': 'application/xml' }).end(listOf(...keys))
    response.writeHead(404, { 'content-type': 'text/html' }).end('<html>404</html>')
  }

describe('404 of a proxy in front of the bucket', () => {
  it('a 404 of a proxy means StoreUnavailable when the store lists the file', async () => {
    const store = s3Store(await settingsAt(proxyBefore(`vecto/${ID}`)))
    await expect(store.size(ID)).rejects.toThrow(StoreUnavailable)
  })

  it('a 404 of a proxy means FileMissing when the store does not list the file', async () => {
    const store = s3Store(await settingsAt(proxyBefore()))
    await expect(store.size(ID)).rejects.toThrow(FileMissing)
  })

  it('a 404 of a proxy means StoreUnavailable when the store returns only HTML pages', async () => {
    const page: RequestListener = (_request, response) =>
      void response.writeHead(404, { 'content-type': 'text/html' }).end('<html>404</html>')
    const store = s3Store(await settingsAt(page))
    await expect(store.size(ID)).rejects.toThrow(StoreUnavailable)
    await expect(store.read(ID)).rejects.toThrow(StoreUnavailable)
  })

  it('a 404 of the store means FileMissing without a list request', async () => {
    let lists = 0
    const settings = await settingsAt((request, response) => {
      if (request.url?.includes('list-type')) lists += 1
      response.writeHead(404, { 'x-amz-request-id': '1', 'content-type': 'application/xml' }).end()
    })
    await expect(s3Store(settings).size(ID)).rejects.toThrow(FileMissing)
    expect(lists).toBe(0)
  })
})

it('a bucket that never responds is unavailable after the timeout', async () => {
  const settings = await settingsAt(() => undefined)
  const client = createClient(settings, settings.S3_ENDPOINT, 300)
  const asked = client.headObject({ Bucket: 'files', Key: ID })
  await expect(asked).rejects.toThrow('The file store did not answer within 0.3 s')
})

describe('wrong address of the store', () => {
  const database: Pick<Database, 'query'> = {
    query: async <R>() => [{ identity: '7-1' }] as R[],
  }
  const own = (settings: Awaited<ReturnType<typeof settingsAt>>) =>
    requireOwnership(s3Store(settings), { ...database } as Database)

  it('an HTML response names the address as wrong, such as that of the console', async () => {
    const settings = await settingsAt(
      (_request, response) =>
        void response
          .writeHead(200, { 'content-type': 'text/html' })
          .end('<!doctype html><title>Console</title>'),
    )
    await expect(own(settings)).rejects.toThrow(/does not answer as an S3 store.*not that of its console/)
    await expect(own(settings)).rejects.toThrow(NotTheStore)
    await expect(s3Store(settings).check()).rejects.toThrow(StoreUnavailable)
  })

  it('a redirect names the region and the endpoint to use', async () => {
    const settings = await settingsAt(
      (_request, response) =>
        void response
          .writeHead(301, { 'content-type': 'application/xml', 'x-amz-bucket-region': 'eu-west-3' })
          .end(
            '<?xml version="1.0"?><Error><Code>PermanentRedirect</Code><Message>Elsewhere</Message><Endpoint>s3.eu-west-3.example.com</Endpoint></Error>',
          ),
    )
    await expect(own(settings)).rejects.toThrow(
      /S3_REGION=eu-west-3 and the endpoint s3.eu-west-3.example.com/,
    )
  })
})
