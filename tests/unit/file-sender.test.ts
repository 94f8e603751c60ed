import { beforeEach, describe, expect, it, vi } from 'vitest'
import type { FileDescriptor } from '~/model/fields'
import { BackendError } from '~/src/api/backend-error'
import type { Transfer, TransferEvents, Uploader } from '~/src/api/uploader'
import { heldUploads } from '~/src/upload/held-uploads'
import { fileSender } from '~/src/upload/queue/file-sender'
import { deferred } from '../support/process/deferred'

const fileOf = (name: string, size: number) => new File(['x'.repeat(size)], name)

const parts = [
  { field: 'front', file: fileOf('front.insv', 10) },
  { field: 'back', file: fileOf('back.insv', 20) },
]

type Begun = { readonly name: string; readonly events: TransferEvents; readonly transfer: Transfer }

const transferOf = () => ({
  pause: vi.fn(),
  resume: vi.fn(),
  cancel: vi.fn(async () => undefined),
  release: vi.fn(),
})

/** The files of one record, sent by an uploader that the test controls. */
const sending = (more: Partial<Uploader> = {}) => {
  const begun: Begun[] = []
  const dropped: string[] = []
  const uploader: Uploader = {
    start: async ({ name }, events) => {
      const transfer = transferOf()
      begun.push({ name, events, transfer })
      return transfer
    },
    describe: async address => ({ ref: address }) as FileDescriptor,
    drop: async address => void dropped.push(address),
    ...more,
  }
  const events = { onProgress: vi.fn(), onWaiting: vi.fn(), onFailed: vi.fn(), onSent: vi.fn() }
  const open = vi.fn(async () => uploader)
  const sender = fileSender(parts, open, events)
  const arrive = (index: number) => begun[index]?.events.onSent(`/${begun[index].name}`)
  const until = (count: number) => vi.waitFor(() => expect(begun).toHaveLength(count))
  return { sender, events, begun, dropped, open, uploader, arrive, until }
}

const soon = () => new Promise(resolve => setTimeout(resolve, 20))
const refused = new BackendError(422, 'invalid', 'Invalid')

// The queue checks navigator.onLine.
beforeEach(() => {
  vi.stubGlobal('addEventListener', vi.fn())
  vi.stubGlobal('removeEventListener', vi.fn())
  return () => vi.unstubAllGlobals()
})

describe('files of a record', () => {
  it('sends the files one after the other and sums up their progress', async () => {
    const { sender, events, begun, arrive, until } = sending()
    sender.start()
    await until(1)
    begun[0]?.events.onProgress(4, 10)
    arrive(0)
    await until(2)
    begun[1]?.events.onProgress(5, 20)
    expect(events.onProgress.mock.calls).toEqual([[4], [15]])
    expect(events.onSent).not.toHaveBeenCalled()
    arrive(1)
    await vi.waitFor(() =>
      expect(events.onSent.mock.calls).toEqual([
        [{ front: { ref: '/front.insv' }, back: { ref: '/back.insv' } }],
      ]),
    )
    expect(events.onFailed).not.toHaveBeenCalled()
  })

  it('resumes with the remaining file after a stop and ignores events of the stopped transfer', async () => {
    const { sender, events, begun, arrive, until } = sending()
    sender.start()
    await until(1)
    arrive(0)
    await until(2)
    sender.stop()
    expect(begun[1]?.transfer.release).toHaveBeenCalledOnce()
    begun[1]?.events.onProgress(20, 20)
    begun[1]?.events.onWaiting()
    begun[1]?.events.onFailed(new Error('late'))
    expect(events.onProgress).not.toHaveBeenCalled()
    expect(events.onWaiting).not.toHaveBeenCalled()
    expect(events.onFailed).not.toHaveBeenCalled()
    sender.start()
    await until(3)
    expect(begun.map(({ name }) => name)).toEqual(['front.insv', 'back.insv', 'back.insv'])
  })

  it('a file is not sent again when a stop loses the response to its last byte', async () => {
    const answer = deferred<FileDescriptor>()
    const describe = vi.fn(() => answer.promise)
    const { sender, begun, arrive, until } = sending({ describe })
    sender.start()
    await until(1)
    arrive(0)
    await vi.waitFor(() => expect(describe).toHaveBeenCalledOnce())
    sender.stop()
    sender.start()
    await vi.waitFor(() => expect(describe).toHaveBeenCalledTimes(2))
    answer.resolve({ ref: '/front.insv' } as FileDescriptor)
    await until(2)
    expect(begun[1]?.name).toBe('back.insv')
  })

  it('retries reading the file descriptor when the server is unavailable', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    const describe = vi.fn(async (address: string) => ({ ref: address }) as FileDescriptor)
    describe.mockRejectedValueOnce(new BackendError(503, 'unavailable', 'Busy'))
    const { sender, events, begun, arrive } = sending({ describe })
    sender.start()
    await vi.waitFor(() => expect(begun).toHaveLength(1))
    arrive(0)
    await vi.waitFor(() => expect(events.onWaiting).toHaveBeenCalledOnce())
    await vi.advanceTimersByTimeAsync(1000)
    await vi.waitFor(() => expect(begun).toHaveLength(2))
    expect(events.onFailed).not.toHaveBeenCalled()
    vi.useRealTimers()
  })

  it('fails with the server’s rejection of a file and sends that file again on the next start', async () => {
    const describe = vi.fn(async (address: string) => ({ ref: address }) as FileDescriptor)
    describe.mockRejectedValueOnce(refused)
    const { sender, events, begun, arrive, until } = sending({ describe })
    heldUploads.hold('/front.insv')
    sender.start()
    await until(1)
    arrive(0)
    await vi.waitFor(() => expect(events.onFailed).toHaveBeenCalledWith(refused))
    expect(heldUploads.has('/front.insv')).toBe(false)
    sender.start()
    await until(2)
    expect(begun[1]?.name).toBe('front.insv')
  })

  it('a file that cannot be started fails; the sent one stays until it is discarded', async () => {
    const { sender, events, begun, dropped, uploader, open, arrive, until } = sending()
    sender.start()
    await until(1)
    open.mockResolvedValueOnce(uploader).mockRejectedValueOnce(refused)
    heldUploads.hold('/front.insv')
    arrive(0)
    await vi.waitFor(() => expect(events.onFailed.mock.calls).toEqual([[refused]]))
    expect(heldUploads.has('/front.insv')).toBe(true)
    heldUploads.free('/front.insv')
    sender.start()
    await until(2)
    expect(begun[1]?.name).toBe('back.insv')
    await sender.discard()
    expect(dropped).toEqual(['/front.insv'])
  })

  it('fails when the uploader cannot be loaded, but not after a stop or discard', async () => {
    const { sender, events, open } = sending()
    open.mockRejectedValueOnce(refused)
    sender.start()
    await vi.waitFor(() => expect(events.onFailed.mock.calls).toEqual([[refused]]))
    for (const end of [sender.stop, sender.discard]) {
      const late = deferred()
      open.mockImplementationOnce(() => late.promise.then(() => Promise.reject(refused)))
      sender.start()
      await soon()
      const ended = end()
      late.resolve()
      await ended
      await soon()
    }
    expect(events.onFailed).toHaveBeenCalledOnce()
  })

  it('sends all files again after forget', async () => {
    const { sender, events, begun, arrive, until } = sending()
    sender.start()
    await until(1)
    arrive(0)
    await until(2)
    arrive(1)
    await vi.waitFor(() => expect(events.onSent).toHaveBeenCalledOnce())
    sender.forget()
    sender.start()
    await until(3)
    expect(begun[2]?.name).toBe('front.insv')
  })
})

describe('discarded files', () => {
  it('a discard removes running and sent files before a later start sends them again', async () => {
    const gone = deferred()
    const { sender, begun, dropped, arrive, until } = sending()
    sender.start()
    await until(1)
    arrive(0)
    await until(2)
    vi.mocked(begun[1]?.transfer.cancel as Transfer['cancel']).mockReturnValueOnce(gone.promise)
    const removal = sender.discard()
    sender.start()
    await soon()
    expect(begun).toHaveLength(2)
    gone.resolve()
    await removal
    expect(dropped).toEqual(['/front.insv'])
    await until(3)
    expect(begun[2]?.name).toBe('front.insv')
  })

  it.each([
    ['discarded', 'cancel'],
    ['stopped', 'release'],
  ] as const)('releases a transfer that starts after the files were %s', async (how, called) => {
    const there = deferred<Transfer>()
    const { sender, events } = sending({ start: () => there.promise })
    sender.start()
    await soon()
    await (how === 'discarded' ? sender.discard() : sender.stop())
    const transfer = transferOf()
    there.resolve(transfer)
    await vi.waitFor(() => expect(transfer[called]).toHaveBeenCalledOnce())
    expect(events.onFailed).not.toHaveBeenCalled()
  })

  it('ignores a last byte that arrives after the discard', async () => {
    const describe = vi.fn()
    const { sender, arrive, until, events } = sending({ describe })
    sender.start()
    await until(1)
    await sender.discard()
    arrive(0)
    await soon()
    expect(describe).not.toHaveBeenCalled()
    expect(events.onSent).not.toHaveBeenCalled()
  })

  it('discards files even when the server rejects their removal', async () => {
    const { sender, begun, until, arrive } = sending({ drop: async () => Promise.reject(refused) })
    sender.start()
    await until(1)
    arrive(0)
    await until(2)
    await sender.discard()
    sender.start()
    await until(3)
    expect(begun[2]?.name).toBe('front.insv')
  })
})
