import { beforeEach, describe, expect, it, vi } from 'vitest'
import type { Transfer, TransferEvents } from '~/src/api/uploader'
import { startTransfer } from '~/src/upload/transfer'

const KB = 1024
const MB = 1024 * KB

type Options = { chunkSize: number; onError: (error: Error) => void }
type Started = { readonly options: Options; readonly starts: number[] }

const { begun } = vi.hoisted(() => ({ begun: [] as Started[] }))

vi.mock('tus-js-client', () => {
  class DetailedError extends Error {
    constructor(
      readonly originalRequest: object,
      readonly originalResponse: object,
    ) {
      super('refused')
    }
  }
  class Upload {
    readonly starts: number[] = []
    url = null
    constructor(
      _file: File,
      readonly options: Options,
    ) {
      begun.push(this)
    }
    findPreviousUploads = async () => []
    start = () => void this.starts.push(this.options.chunkSize)
    abort = async () => undefined
  }
  return { DetailedError, Upload }
})

const refusal = async (method: string, status: number, body: string) => {
  const { DetailedError } = await import('tus-js-client')
  const request = { getMethod: () => method }
  const response = { getStatus: () => status, getBody: () => body }
  return Reflect.construct(DetailedError, [request, response])
}

const page = '<html>413</html>'
const target = async () => ({ endpoint: '/parse/files', headers: {} })
const newEvents = () => ({
  onProgress: vi.fn(),
  onWaiting: vi.fn(),
  onResumed: vi.fn(),
  onFailed: vi.fn(),
  onSent: vi.fn(),
})

const running: Transfer[] = []

const begin = async (file: File, events: TransferEvents) => {
  running.push(await startTransfer(file, target, events))
}

/** Part sizes of each attempt of an upload behind a proxy that limits request bodies. */
const sizesBehind = async (limit: number) => {
  const events = newEvents()
  await begin(new File(['x'], 'a.mp4'), events)
  const upload = begun.at(-1)
  for (let n = 0; n < 20 && (upload?.starts.at(-1) ?? 0) > limit; n++) {
    const before = upload?.starts.length
    upload?.options.onError(await refusal('PATCH', 413, page))
    if (upload?.starts.length === before) break
  }
  return { sizes: upload?.starts, failed: events.onFailed.mock.calls.length }
}

// The retry waits for the browser to be online.
beforeEach(() => {
  vi.stubGlobal('addEventListener', vi.fn())
  vi.stubGlobal('removeEventListener', vi.fn())
  return () => {
    for (const transfer of running.splice(0)) transfer.release()
    vi.unstubAllGlobals()
  }
})

describe('an upload of the panel', () => {
  it('sends smaller parts after a 413 of a proxy and starts the next upload with them', async () => {
    expect((await sizesBehind(MB)).sizes).toEqual([8 * MB, 4 * MB, 2 * MB, MB])
    expect((await sizesBehind(MB)).sizes).toEqual([MB])
  })

  it('fails an upload when parts of 256 KiB are too large as well', async () => {
    expect(await sizesBehind(100 * KB)).toEqual({ sizes: [MB, 512 * KB, 256 * KB], failed: 1 })
  })

  it.each([
    ['POST', 200, page],
    ['PATCH', 200, page],
    ['HEAD', 200, ''],
    ['POST', 401, page],
    ['PATCH', 404, page],
    ['PATCH', 502, page],
  ])('retries when a proxy’s page answers a %s with %i', async (method, status, body) => {
    const events = newEvents()
    await begin(new File(['x'], 'a.mp4'), events)
    begun.at(-1)?.options.onError(await refusal(method, status, body))
    expect(events.onWaiting).toHaveBeenCalledOnce()
    expect(events.onFailed).not.toHaveBeenCalled()
  })

  it('fails an upload that a proxy forbids with 403', async () => {
    const events = newEvents()
    await begin(new File(['x'], 'a.mp4'), events)
    begun.at(-1)?.options.onError(await refusal('POST', 403, page))
    expect(events.onFailed).toHaveBeenCalledOnce()
  })

  it('waits for the connection after a network error if the file is readable', async () => {
    const events = newEvents()
    await begin(new File(['x'], 'a.mp4'), events)
    begun.at(-1)?.options.onError(await refusal('PATCH', 0, ''))
    await vi.waitFor(() => expect(events.onWaiting).toHaveBeenCalledOnce())
    expect(events.onFailed).not.toHaveBeenCalled()
  })

  it('fails an upload after a network error if the file is no longer readable', async () => {
    const events = newEvents()
    const file = new File(['x'], 'a.mp4')
    await begin(file, events)
    vi.spyOn(Blob.prototype, 'arrayBuffer').mockRejectedValue(new DOMException('gone', 'NotReadableError'))
    begun.at(-1)?.options.onError(await refusal('PATCH', 0, ''))
    await vi.waitFor(() => expect(events.onFailed).toHaveBeenCalledOnce())
    expect(events.onFailed.mock.calls[0]?.[0]).toMatchObject({ message: 'admin.upload.unreadable' })
    expect(events.onWaiting).not.toHaveBeenCalled()
    vi.restoreAllMocks()
  })

  it('fails an upload that the server refuses as too large', async () => {
    const events = newEvents()
    await begin(new File(['x'], 'a.mp4'), events)
    begun.at(-1)?.options.onError(await refusal('POST', 413, '{"code":"too_large"}'))
    expect(events.onFailed).toHaveBeenCalledOnce()
  })
})
