import {
  BackSide,
  BoxGeometry,
  MathUtils,
  Mesh,
  NoColorSpace,
  PerspectiveCamera,
  RepeatWrapping,
  Scene,
  ShaderMaterial,
  VideoTexture,
  WebGLRenderer,
} from 'three'
import type { Layout, Mode } from './player-types'
import type { ViewDirection } from './view-direction'

/** The box moves with the eye: head movement does not bring the viewer closer to the video. */
const vertexShader = `
varying vec3 ray;
void main() {
  ray = position;
  gl_Position = projectionMatrix * vec4(mat3(modelViewMatrix) * position, 1.0);
}`

/** Equirectangular: longitude across, straight ahead in the middle; latitude up. The left eye is on top. */
const fragmentShader = `
uniform sampler2D film;
uniform float stacked;
uniform float eye;
uniform float glasses;
varying vec3 ray;
const float PI = 3.141592653589793;
vec3 seen(vec3 to, float by) {
  vec2 at = vec2(0.5 + atan(to.x, -to.z) / (2.0 * PI), 0.5 + asin(clamp(to.y, -1.0, 1.0)) / PI);
  float part = clamp(at.y, 0.001, 0.999) * 0.5 + 0.5 * (1.0 - by);
  return texture2D(film, vec2(at.x, mix(at.y, part, stacked))).rgb;
}
void main() {
  vec3 to = normalize(ray);
  vec3 own = seen(to, eye);
  if (glasses > 0.5) {
    gl_FragColor = vec4(seen(to, 0.0).r, seen(to, 1.0).gb, 1.0);
  } else {
    gl_FragColor = vec4(own, 1.0);
  }
}`

/** The texture of the video, without colour space conversion between the video and the screen. */
const videoTexture = (video: HTMLVideoElement) => {
  const texture = new VideoTexture(video)
  texture.colorSpace = NoColorSpace
  texture.wrapS = RepeatWrapping
  return texture
}

/** @param eye 0 for left, 1 for right */
const videoMaterial = (film: VideoTexture, stacked: boolean, eye: 0 | 1) =>
  new ShaderMaterial({
    vertexShader,
    fragmentShader,
    side: BackSide,
    depthTest: false,
    depthWrite: false,
    uniforms: {
      film: { value: film },
      stacked: { value: stacked ? 1 : 0 },
      eye: { value: eye },
      glasses: { value: 0 },
    },
  })

/** Maximum pixel ratio: a higher one costs more than it shows, as the video itself has fewer pixels. */
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

/** Renders two views side by side, one for each eye. */
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
 * A video around the viewer, rendered on request.
 * @param context of the canvas, created by the caller: three.js would log an error if there is none
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
  /** Updates the texture after the video has advanced without being rendered. */
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
