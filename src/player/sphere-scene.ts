import { BoxGeometry, MathUtils, Mesh, PerspectiveCamera, Scene, WebGLRenderer } from 'three'
import type { Layout, Mode } from './player-types'
import { videoMaterial, videoTexture } from './video-material'
import type { ViewDirection } from './view-direction'

/** A higher pixel ratio costs more than it shows: the video itself has fewer pixels. */
const MOST_PIXELS_A_POINT = 2

/** The layers that the two eyes of a headset see. */
const eyeLayers = [1, 2] as const

const boxFor = (video: HTMLVideoElement, layout: Layout) => {
  const film = videoTexture(video)
  const shape = new BoxGeometry(2, 2, 2)
  const mesh = (eye: 0 | 1, layer: number) => {
    const made = new Mesh(shape, videoMaterial(film, layout === 'top-bottom', eye))
    made.frustumCulled = false
    made.layers.set(layer)
    return made
  }
  const screen = mesh(0, 0)
  const eyes = [mesh(0, eyeLayers[0]), mesh(1, eyeLayers[1])] as const
  const dispose = () => {
    for (const { material } of [screen, ...eyes]) material.dispose()
    shape.dispose()
    film.dispose()
  }
  return { film, screen, eyes, dispose }
}

const aim = (camera: PerspectiveCamera, { yaw, pitch, fov }: ViewDirection, aspect: number) => {
  camera.rotation.set(MathUtils.degToRad(pitch), -MathUtils.degToRad(yaw), 0, 'YXZ')
  camera.fov = fov
  camera.aspect = aspect
  camera.updateProjectionMatrix()
}

/** Draws two views side by side, one for each eye. */
const drawBoth = (renderer: WebGLRenderer, draw: (eye: 0 | 1) => void, width: number, height: number) => {
  renderer.setScissorTest(true)
  for (const eye of [0, 1] as const) {
    renderer.setViewport((eye * width) / 2, 0, width / 2, height)
    renderer.setScissor((eye * width) / 2, 0, width / 2, height)
    draw(eye)
  }
  renderer.setScissorTest(false)
  renderer.setViewport(0, 0, width, height)
}

const prepare = (canvas: HTMLCanvasElement, context: WebGL2RenderingContext) => {
  const renderer = new WebGLRenderer({ canvas, context, antialias: false })
  renderer.setPixelRatio(Math.min(devicePixelRatio, MOST_PIXELS_A_POINT))
  return { renderer, scene: new Scene(), camera: new PerspectiveCamera(75, 2, 0.1, 10) }
}

/**
 * A video around the viewer, drawn on request.
 * @param context of the canvas, created before: three would log an error if there is none
 */
export const createScene = (
  canvas: HTMLCanvasElement,
  context: WebGL2RenderingContext,
  video: HTMLVideoElement,
  layout: Layout,
) => {
  const stand = prepare(canvas, context)
  const { renderer, scene, camera } = stand
  const { film, screen, eyes, dispose } = boxFor(video, layout)
  scene.add(screen, ...eyes)
  const size = { width: 1, height: 1 }
  const see = (eye: 0 | 1) => {
    screen.material.uniforms.eye = { value: eye }
    renderer.render(scene, camera)
  }
  const draw = (look: ViewDirection, mode: Mode) => {
    const { width, height } = size
    const abreast = mode === 'side-by-side'
    aim(camera, look, (abreast ? width / 2 : width) / height)
    screen.material.uniforms.glasses = { value: mode === 'anaglyph' ? 1 : 0 }
    if (abreast) drawBoth(renderer, see, width, height)
    else see(0)
  }
  const resize = (width: number, height: number) => {
    Object.assign(size, { width: Math.max(1, width), height: Math.max(1, height) })
    renderer.setSize(size.width, size.height, false)
  }
  /** The video has advanced while nothing was drawn: its texture is updated. */
  const renew = () => {
    film.needsUpdate = true
  }
  const showScreen = (shown: boolean) => {
    screen.visible = shown
  }
  const end = () => {
    dispose()
    renderer.dispose()
  }
  return { ...stand, draw, resize, renew, showScreen, dispose: end }
}

export type SphereScene = ReturnType<typeof createScene>
