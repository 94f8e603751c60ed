import { describe, expect, it, vi } from 'vitest'
import { transportOf } from '~/src/player/transport'

type FrameCallback = (now: number, metadata: { mediaTime: number }) => void

/**
 * A video element that shows the frame at `shows(currentTime)` after each seek.
 * @param counts whether the player reports which frame it shows
 */
const videoOf = (shows = (seconds: number) => seconds, counts = true, duration = 10) => {
  const events = new EventTarget()
  const seeks: number[] = []
  let current = 0
  const video = {
    duration,
    muted: false,
    volume: 1,
    paused: true,
    play: vi.fn(async () => undefined),
    pause: vi.fn(),
    get currentTime() {
      return current
    },
    set currentTime(seconds: number) {
      current = seconds
      seeks.push(seconds)
      queueMicrotask(() => events.dispatchEvent(new Event('seeked')))
    },
    addEventListener: events.addEventListener.bind(events),
    ...(counts && {
      requestVideoFrameCallback: (callback: FrameCallback) =>
        queueMicrotask(() => callback(0, { mediaTime: shows(current) })),
    }),
  }
  return { video, seeks, transport: transportOf(video as unknown as HTMLVideoElement) }
}

const rate = 25
const frame = (number: number) => (number + 0.5) / rate

describe('stepping by frames', () => {
  it('pauses and seeks to the middle of the next or previous frame', async () => {
    const { video, seeks, transport } = videoOf()
    await transport.step(1, rate)
    await transport.step(1, rate)
    await transport.step(-2, rate)
    expect(video.pause).toHaveBeenCalledTimes(3)
    expect(seeks).toEqual([frame(1), frame(2), frame(0)])
  })

  it.each([true, false])(
    'seeks once to step by many frames; requestVideoFrameCallback supported: %s',
    async counts => {
      const { seeks, transport } = videoOf(undefined, counts)
      await transport.step(10, rate)
      expect(seeks).toEqual([frame(10)])
    },
  )

  it('seeks half a frame further, at most twice, while the same frame is shown', async () => {
    const stuck = videoOf(() => 0)
    await stuck.transport.step(1, rate)
    expect(stuck.seeks).toEqual([frame(1), frame(1.5), frame(2)])
    const late = videoOf(seconds => (seconds < frame(1.5) ? 0 : seconds))
    await late.transport.step(1, rate)
    expect(late.seeks).toEqual([frame(1), frame(1.5)])
  })

  it('never steps before the first frame or beyond the end', async () => {
    const { seeks, video, transport } = videoOf(undefined, true, 1)
    await transport.step(-1, rate)
    expect(seeks).toEqual([])
    video.currentTime = frame(24)
    await transport.step(1, rate)
    expect(seeks).toEqual([frame(24)])
  })

  it('a later step or a seek cancels a pending step', async () => {
    const { seeks, transport } = videoOf(() => 0)
    const first = transport.step(1, rate)
    const second = transport.step(2, rate)
    await Promise.all([first, second])
    // The first step is not retried; only the second is.
    expect(seeks.filter(seconds => seconds === frame(1.5))).toEqual([])
    const third = transport.step(1, rate)
    transport.seek(5)
    await third
    expect(seeks.at(-1)).toBe(5)
  })

  it('completes a step after a timeout if no frame is reported', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    const { video, seeks, transport } = videoOf()
    Object.assign(video, { requestVideoFrameCallback: () => undefined })
    const step = transport.step(1, rate)
    await vi.advanceTimersByTimeAsync(250)
    await step
    expect(seeks).toEqual([frame(1)])
    vi.useRealTimers()
  })
})

describe('the playback controls', () => {
  it('limits seeks to the video, and to its start while the duration is unknown', () => {
    const { video, transport } = videoOf()
    transport.seek(-3)
    expect(video.currentTime).toBe(0)
    transport.seek(99)
    expect(video.currentTime).toBe(10)
    const unknown = videoOf(undefined, true, Number.NaN)
    unknown.transport.seek(4)
    expect(unknown.video.currentTime).toBe(0)
  })

  it('plays and pauses, and ignores a rejected play()', async () => {
    const { video, transport } = videoOf()
    video.play.mockRejectedValue(new Error('NotAllowedError'))
    transport.play()
    transport.toggle()
    expect(video.play).toHaveBeenCalledTimes(2)
    video.paused = false
    transport.toggle()
    transport.pause()
    expect(video.pause).toHaveBeenCalledTimes(2)
    await new Promise(resolve => setTimeout(resolve))
  })

  it('mutes, and restores half the volume when unmuting at volume zero', () => {
    const { video, transport } = videoOf()
    transport.mute()
    expect(video).toMatchObject({ muted: true, volume: 1 })
    transport.mute()
    expect(video).toMatchObject({ muted: false, volume: 1 })
    transport.setVolume(0)
    expect(video).toMatchObject({ muted: true, volume: 0 })
    transport.mute()
    expect(video).toMatchObject({ muted: false, volume: 0.5 })
  })

  it('limits the volume to the range from 0 to 1', () => {
    const { video, transport } = videoOf()
    transport.setVolume(1.2)
    expect(video).toMatchObject({ muted: false, volume: 1 })
    transport.setVolume(-0.1)
    expect(video.volume).toBe(0)
  })
})
