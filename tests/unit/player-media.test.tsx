import { act, renderHook, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { Layout } from '~/src/player/player-types'
import { useMedia } from '~/src/player/use-media'
import { useStage } from '~/src/player/use-stage'

type Told = Partial<
  Pick<HTMLVideoElement, 'paused' | 'ended' | 'readyState' | 'muted' | 'volume' | 'currentTime' | 'duration'>
>

/** A video element that plays nothing and whose properties the test sets. */
const filmOf = (told: Told = {}) => {
  const video = document.createElement('video')
  const tell = (more: Told) => {
    for (const [key, value] of Object.entries(more))
      Object.defineProperty(video, key, { configurable: true, value })
  }
  const happen = (event: string, more: Told = {}) => {
    tell(more)
    act(() => void video.dispatchEvent(new Event(event)))
  }
  tell({ paused: true, ended: false, readyState: 0, currentTime: 0, duration: Number.NaN, ...told })
  return { video, happen }
}

const watching = (told?: Told) => {
  const film = filmOf(told)
  const ref = { current: film.video }
  return { ...film, ...renderHook(() => useMedia(ref)) }
}

const idle = {
  playing: false,
  waiting: false,
  ready: false,
  muted: false,
  volume: 1,
  time: 0,
  duration: 0,
}

describe('the state of a video', () => {
  it('returns the idle state when no video element exists', () => {
    const none = { current: null }
    expect(renderHook(() => useMedia(none)).result.current).toEqual(idle)
  })

  it('reads the state of a video that started loading before the player did', () => {
    const told = { paused: false, readyState: 4, currentTime: 12.5, duration: 60, muted: true, volume: 0.5 }
    expect(watching(told).result.current).toEqual({
      playing: true,
      waiting: false,
      ready: true,
      muted: true,
      volume: 0.5,
      time: 12.5,
      duration: 60,
    })
  })

  it.each([
    ['that is paused', { paused: true }, false],
    ['that runs', { paused: false }, true],
    ['that is over', { paused: false, ended: true }, false],
  ])('a video %s: %j is playing: %s', (_, told, playing) => {
    expect(watching(told).result.current.playing).toBe(playing)
  })

  it.each([
    [0, false, true],
    [1, false, true],
    [2, true, true],
    [3, true, false],
    [4, true, false],
  ])('ready state %i has a frame: %s; waits when it should play: %s', (readyState, ready, waits) => {
    expect(watching({ readyState, paused: false }).result.current).toMatchObject({ ready, waiting: waits })
    expect(watching({ readyState, paused: true }).result.current).toMatchObject({ ready, waiting: false })
  })

  it.each([
    [{ muted: false, volume: 0 }, true],
    [{ muted: true, volume: 1 }, true],
    [{ muted: false, volume: 0.01 }, false],
  ])('a video of %j is muted: %s', (told, muted) => {
    expect(watching(told).result.current).toMatchObject({ muted, volume: told.volume })
  })

  it.each([Number.NaN, Number.POSITIVE_INFINITY])(
    'returns no duration for a video whose duration is %d',
    duration => {
      expect(watching({ duration }).result.current.duration).toBe(0)
    },
  )

  it.each([
    ['play', { paused: false }, { playing: true }],
    ['pause', { paused: true }, { playing: false }],
    ['ended', { ended: true }, { playing: false }],
    ['waiting', { paused: false, readyState: 2 }, { waiting: true }],
    ['playing', { paused: false, readyState: 4 }, { waiting: false, playing: true }],
    ['loadeddata', { readyState: 2 }, { ready: true }],
    ['durationchange', { duration: 90 }, { duration: 90 }],
    ['timeupdate', { currentTime: 7 }, { time: 7 }],
    ['seeking', { currentTime: 30 }, { time: 30 }],
    ['volumechange', { volume: 0.25 }, { volume: 0.25 }],
    ['emptied', { currentTime: 0, readyState: 0 }, { time: 0, ready: false }],
  ])('updates the state of a video on %s: %j becomes %j', (event, told, state) => {
    const { happen, result } = watching()
    happen(event, told)
    expect(result.current).toMatchObject(state)
  })

  it('removes all event listeners of the video on unmount', () => {
    const film = { current: filmOf().video }
    const added = vi.spyOn(film.current, 'addEventListener')
    const removed = vi.spyOn(film.current, 'removeEventListener')
    const { unmount } = renderHook(() => useMedia(film))
    expect(removed).not.toHaveBeenCalled()
    unmount()
    expect(added).toHaveBeenCalledTimes(14)
    expect(removed.mock.calls).toEqual(added.mock.calls)
  })
})

type Given = { readonly layout: Layout; readonly onFlat: () => void }

/** A view and its video; canvases of the browser return this context. */
const staged = (context: object | null) => {
  const getContext = vi.spyOn(HTMLCanvasElement.prototype, 'getContext')
  getContext.mockReturnValue(context as null)
  const view = { current: document.createElement('div') }
  const video = { current: document.createElement('video') }
  const onFlat = vi.fn()
  const hook = renderHook((given: Given) => useStage(view, video, given.layout, given.onFlat), {
    initialProps: { layout: 'mono', onFlat },
  })
  const canvases = () => [...view.current.querySelectorAll('canvas')]
  return { ...hook, getContext, onFlat, canvases }
}

/** A WebGL context that supports loseContext but cannot render. */
const uselessContext = () => {
  const loseContext = vi.fn()
  return { loseContext, getExtension: vi.fn(() => ({ loseContext })) }
}

/** Waits until the lazily loaded stage has been imported and used. */
const loaded = async () => {
  await import('~/src/player/sphere-stage')
  await new Promise(resolve => setTimeout(resolve))
}

describe('the WebGL stage of a player', () => {
  beforeEach(() => void vi.spyOn(console, 'error').mockImplementation(() => undefined))
  afterEach(() => void vi.restoreAllMocks())

  it('calls onFlat once in a browser without WebGL 2', async () => {
    const { result, getContext, onFlat, canvases } = staged(null)
    await loaded()
    expect(onFlat).toHaveBeenCalledOnce()
    expect(result.current).toBeNull()
    expect(getContext.mock.calls).toEqual([['webgl2', { antialias: false }]])
    expect(canvases().map(canvas => canvas.getAttribute('aria-hidden'))).toEqual(['true'])
  })

  it('calls onFlat once when rendering fails', async () => {
    const { result, onFlat } = staged(uselessContext())
    expect(onFlat).not.toHaveBeenCalled()
    await waitFor(() => expect(onFlat).toHaveBeenCalledOnce())
    expect(result.current).toBeNull()
  })

  it('calls the latest onFlat callback, not the first one', async () => {
    const { onFlat, rerender } = staged(uselessContext())
    const later = vi.fn()
    rerender({ layout: 'mono', onFlat: later })
    await waitFor(() => expect(later).toHaveBeenCalledOnce())
    expect(onFlat).not.toHaveBeenCalled()
  })

  it('cancels a stage that is unmounted while it loads, and releases its WebGL context', async () => {
    const context = uselessContext()
    const { onFlat, canvases, unmount } = staged(context)
    unmount()
    expect(context.getExtension.mock.calls).toEqual([['WEBGL_lose_context']])
    expect(context.loseContext).toHaveBeenCalledOnce()
    expect(canvases()).toEqual([])
    await loaded()
    expect(onFlat).not.toHaveBeenCalled()
  })

  it('replaces the canvas when the layout changes and keeps it otherwise', () => {
    const context = uselessContext()
    const { canvases, rerender, onFlat } = staged(context)
    const [first] = canvases()
    rerender({ layout: 'mono', onFlat })
    expect(canvases()).toEqual([first])
    expect(context.loseContext).not.toHaveBeenCalled()
    rerender({ layout: 'top-bottom', onFlat })
    expect(canvases()).toHaveLength(1)
    expect(canvases()[0]).not.toBe(first)
    expect(context.loseContext).toHaveBeenCalledOnce()
  })

  it('starts no stage without a view and a video', () => {
    const getContext = vi.spyOn(HTMLCanvasElement.prototype, 'getContext')
    const onFlat = vi.fn()
    const none = { current: null }
    const view = { current: document.createElement('div') }
    expect(renderHook(() => useStage(view, none, 'mono', onFlat)).result.current).toBeNull()
    expect(view.current.childElementCount).toBe(0)
    expect(getContext).not.toHaveBeenCalled()
    expect(onFlat).not.toHaveBeenCalled()
  })
})
