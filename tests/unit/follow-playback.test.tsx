import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { followPlayback } from '~/src/player/follow-playback'

let video: HTMLVideoElement
let stop: () => void
const begin = vi.fn(async (): Promise<string | null> => 'one')
const add = vi.fn(async () => undefined)

const follow = () => {
  stop = followPlayback(video, { begin, add })
}
const emit = (name: string) => video.dispatchEvent(new Event(name))
const pass = (seconds: number) => vi.advanceTimersByTimeAsync(seconds * 1000)

beforeEach(() => {
  vi.useFakeTimers()
  begin.mockClear()
  add.mockClear()
  video = document.createElement('video')
})
afterEach(() => {
  stop()
  vi.useRealTimers()
})

describe('a playback', () => {
  it('begins when the video plays, not while it loads, and once', async () => {
    follow()
    for (const name of ['loadeddata', 'seeked', 'pause', 'canplay']) emit(name)
    await pass(60)
    expect([begin, add].map(call => call.mock.calls.length)).toEqual([0, 0])
    for (const name of ['playing', 'pause', 'playing', 'pause']) emit(name)
    await pass(1)
    expect(begin).toHaveBeenCalledTimes(1)
  })

  it('reports the seconds that it played: every quarter of a minute, and at a pause', async () => {
    follow()
    emit('playing')
    await pass(20)
    expect(add.mock.calls).toEqual([['one', 15, false]])
    emit('pause')
    await pass(100)
    expect(add.mock.calls).toEqual([
      ['one', 15, false],
      ['one', 5, false],
    ])
    emit('playing')
    await pass(2)
    emit('waiting')
    await pass(10)
    expect(add.mock.calls.at(-1)).toEqual(['one', 2, false])
  })

  it('reports the rest when the page is hidden or left', async () => {
    follow()
    emit('playing')
    await pass(4)
    vi.spyOn(document, 'visibilityState', 'get').mockReturnValue('hidden')
    document.dispatchEvent(new Event('visibilitychange'))
    await pass(3)
    stop()
    await pass(0)
    vi.restoreAllMocks()
    expect(add.mock.calls).toEqual([
      ['one', 4, true],
      ['one', 3, true],
    ])
  })

  it('plays on if nothing can be counted', async () => {
    begin.mockRejectedValueOnce(new Error('offline'))
    follow()
    emit('playing')
    await pass(40)
    emit('pause')
    await pass(1)
    expect(add).not.toHaveBeenCalled()
    stop()
    begin.mockResolvedValueOnce('two')
    add.mockRejectedValue(new Error('offline'))
    follow()
    emit('playing')
    await pass(40)
    expect(add).toHaveBeenCalledTimes(2)
  })
})
