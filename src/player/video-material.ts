import { BackSide, NoColorSpace, RepeatWrapping, ShaderMaterial, VideoTexture } from 'three'

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
export const videoTexture = (video: HTMLVideoElement) => {
  const texture = new VideoTexture(video)
  texture.colorSpace = NoColorSpace
  texture.wrapS = RepeatWrapping
  return texture
}

/** @param eye 0 for left, 1 for right */
export const videoMaterial = (film: VideoTexture, stacked: boolean, eye: 0 | 1) =>
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
