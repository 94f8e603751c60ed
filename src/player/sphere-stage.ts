import { enterHeadset } from './headset'
import type { Layout, Mode } from './player-types'
import { createScene, type SphereScene } from './sphere-scene'
import { followFrames } from './transport'
import { drag, noMotion, type Speed, slowed, straightAhead, type ViewDirection } from './view-direction'

type Options = {
  readonly canvas: HTMLCanvasElement
  readonly context: WebGL2RenderingContext
  readonly video: HTMLVideoElement
  readonly layout: Layout
}

/** Calls `draw` once at the next animation frame, however often it is requested. */
const oncePerFrame = (draw: (now: number) => void) => {
  let asked = 0
  const ask = () => {
    asked ||= requestAnimationFrame(now => {
      asked = 0
      draw(now)
    })
  }
  return { ask, stop: () => cancelAnimationFrame(asked) }
}

type State = { look: ViewDirection; mode: Mode; speed: Speed; at: number }

/** Advances a view with momentum by the milliseconds since the last frame. */
const glide = (state: State, now: number, height: number) => {
  const elapsed = Math.min(50, now - state.at)
  state.at = now
  const { across, down } = state.speed
  state.look = drag(state.look, across * elapsed, down * elapsed, height)
  state.speed = slowed(state.speed, elapsed)
}

/** Seconds: within the first frame of any video. */
const FIRST_IMAGE = 0.001

/** Before the first frame there is nothing to render, and the poster shows through. */
const hasPicture = (video: HTMLVideoElement) =>
  video.readyState >= HTMLMediaElement.HAVE_CURRENT_DATA &&
  !(video.seeking && video.currentTime === FIRST_IMAGE)

/**
 * Browsers may provide only black for a video that waits behind its poster: a seek makes its first frame
 * available.
 * @returns a function that stops it
 */
const lookForFirstImage = (video: HTMLVideoElement) => {
  const look = () => {
    if (video.paused && video.currentTime === 0) video.currentTime = FIRST_IMAGE
  }
  if (video.readyState >= HTMLMediaElement.HAVE_CURRENT_DATA) look()
  else video.addEventListener('loadeddata', look, { once: true })
  return () => video.removeEventListener('loadeddata', look)
}

/** Renders when the video or the size of the canvas has changed. @returns a function that stops it */
const drawOnChange = (
  canvas: HTMLCanvasElement,
  video: HTMLVideoElement,
  sphere: SphereScene,
  ask: () => void,
) => {
  const unfollow = followFrames(video, () => {
    sphere.renew()
    ask()
  })
  const observer = new ResizeObserver(() => {
    sphere.resize(canvas.clientWidth, canvas.clientHeight)
    ask()
  })
  observer.observe(canvas)
  const unlook = lookForFirstImage(video)
  return () => {
    unlook()
    unfollow()
    observer.disconnect()
  }
}

/**
 * A video around the viewer, rendered only when it or the view direction has changed: paused and unmoved it costs
 * nothing.
 */
export const createStage = ({ canvas, context, video, layout }: Options) => {
  const sphere = createScene(canvas, context, video, layout)
  const state: State = { look: straightAhead, mode: 'mono', speed: noMotion, at: 0 }
  const { ask, stop } = oncePerFrame(now => {
    if (!hasPicture(video) || sphere.renderer.xr.isPresenting) return
    if (state.speed !== noMotion) glide(state, now, canvas.clientHeight)
    sphere.draw(state.look, state.mode)
    if (state.speed !== noMotion) ask()
  })
  const unfollow = drawOnChange(canvas, video, sphere, ask)
  const change = (changed: Partial<State>) => {
    Object.assign(state, changed)
    ask()
  }
  return {
    look: () => state.look,
    setLook: (look: ViewDirection) => change({ look, speed: noMotion }),
    /** Continues with momentum at a decreasing speed, in pixels per millisecond. */
    release: (speed: Speed) => change({ speed, at: performance.now() }),
    setMode: (mode: Mode) => change({ mode }),
    enterHeadset: () => enterHeadset(sphere, ask),
    dispose: () => {
      stop()
      unfollow()
      sphere.dispose()
    },
  }
}

export type Stage = ReturnType<typeof createStage>
