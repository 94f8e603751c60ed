import type { SphereScene } from './sphere-scene'

/** True if a headset is connected, and the browser may use it. Only on secure pages. */
export const hasHeadset = async () => {
  try {
    return (await navigator.xr?.isSessionSupported('immersive-vr')) === true
  } catch {
    return false
  }
}

/**
 * Shows the video in the headset until its wearer ends the session.
 * @param onEnd called when the screen must be rendered again
 */
export const enterHeadset = async (
  { renderer, scene, camera, showScreen }: SphereScene,
  onEnd: () => void,
) => {
  const session = await navigator.xr?.requestSession('immersive-vr', { optionalFeatures: ['local'] })
  if (!session) return
  renderer.xr.enabled = true
  renderer.xr.setReferenceSpaceType('local')
  await renderer.xr.setSession(session)
  showScreen(false)
  renderer.setAnimationLoop(() => renderer.render(scene, camera))
  session.addEventListener('end', () => {
    renderer.setAnimationLoop(null)
    renderer.xr.enabled = false
    showScreen(true)
    onEnd()
  })
}
