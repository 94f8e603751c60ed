import { type RefObject, useEffect, useRef, useState } from 'react'
import type { Layout } from './player-types'
import type { Stage } from './sphere-stage'
import { followGestures } from './view-direction'

const movesCalmly = () => matchMedia('(prefers-reduced-motion: reduce)').matches

/** Creates a separate canvas for each stage: a released one cannot be rendered to again. */
const makeCanvas = (view: HTMLElement) => {
  const canvas = document.createElement('canvas')
  canvas.setAttribute('aria-hidden', 'true')
  const context = canvas.getContext('webgl2', { antialias: false })
  view.append(canvas)
  const remove = () => {
    context?.getExtension('WEBGL_lose_context')?.loseContext()
    canvas.remove()
  }
  return { canvas, context, remove }
}

/** Starts rendering the video around the viewer. @returns a function that stops it */
const begin = (
  view: HTMLElement,
  video: HTMLVideoElement,
  layout: Layout,
  on: { ready: (stage: Stage | null) => void; flat: () => void },
) => {
  const { canvas, context, remove } = makeCanvas(view)
  const ends = [remove]
  let gone = false
  const draw = async () => {
    if (!context) return on.flat()
    // Loaded on demand: no list waits for the renderer.
    const { createStage } = await import('./sphere-stage')
    if (gone) return
    const stage = createStage({ canvas, context, video, layout })
    ends.unshift(
      followGestures(view, stage, () => !movesCalmly()),
      stage.dispose,
    )
    on.ready(stage)
  }
  draw().catch(() => !gone && on.flat())
  return () => {
    gone = true
    for (const end of ends) end()
    on.ready(null)
  }
}

/** The stage that renders the video in `view`, once loaded; calls `onFlat` if the browser cannot. */
export const useStage = (
  view: RefObject<HTMLElement | null>,
  video: RefObject<HTMLVideoElement | null>,
  layout: Layout,
  onFlat: () => void,
) => {
  const [stage, setStage] = useState<Stage | null>(null)
  const flat = useRef(onFlat)
  flat.current = onFlat
  useEffect(() => {
    const [host, film] = [view.current, video.current]
    if (!host || !film) return
    return begin(host, film, layout, { ready: setStage, flat: () => flat.current() })
  }, [view, video, layout])
  return stage
}
