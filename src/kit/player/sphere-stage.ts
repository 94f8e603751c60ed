import { followFrames } from './follow-frames'
import { enterHeadset } from './headset'
import { ahead, dragged, type Look, type Speed, slowed, still } from './look'
import type { Layout, Mode } from './player-types'
import { createScene } from './sphere-scene'

type Options = {
  readonly canvas: HTMLCanvasElement
  readonly context: WebGL2RenderingContext
  readonly video: HTMLVideoElement
  readonly layout: Layout
}

/** Calls `draw` once at the next image of the screen, however often it is asked. */
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

/**
 * A film around the viewer, drawn only when it or where one looks has changed: paused and unmoved it costs nothing.
 */
export const createStage = ({ canvas, context, video, layout }: Options) => {
  const sphere = createScene(canvas, context, video, layout)
  const state: { look: Look; mode: Mode; speed: Speed; at: number } = {
    look: ahead,
    mode: 'mono',
    speed: still,
    at: 0,
  }
  const glide = (now: number) => {
    const elapsed = Math.min(50, now - state.at)
    state.at = now
    const { across, down } = state.speed
    state.look = dragged(state.look, across * elapsed, down * elapsed, canvas.clientHeight)
    state.speed = slowed(state.speed, elapsed)
  }
  const { ask, stop } = oncePerFrame(now => {
    // Before its first image there is nothing to draw, and the poster shows through.
    if (video.readyState < HTMLMediaElement.HAVE_CURRENT_DATA || sphere.renderer.xr.isPresenting) return
    if (state.speed !== still) glide(now)
    sphere.draw(state.look, state.mode)
    if (state.speed !== still) ask()
  })
  const unfollow = followFrames(video, () => {
    sphere.renew()
    ask()
  })
  const observer = new ResizeObserver(() => {
    sphere.resize(canvas.clientWidth, canvas.clientHeight)
    ask()
  })
  observer.observe(canvas)
  return {
    look: () => state.look,
    setLook: (look: Look) => {
      Object.assign(state, { look, speed: still })
      ask()
    },
    /** Goes on by itself, slower and slower; pixels a millisecond. */
    letGo: (speed: Speed) => {
      Object.assign(state, { speed, at: performance.now() })
      ask()
    },
    setMode: (mode: Mode) => {
      state.mode = mode
      ask()
    },
    enterHeadset: () => enterHeadset(sphere, ask),
    dispose: () => {
      stop()
      unfollow()
      observer.disconnect()
      sphere.dispose()
    },
  }
}

export type Stage = ReturnType<typeof createStage>
