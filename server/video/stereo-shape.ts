import type { Facts } from './facts'
import { Failure } from './failure'

/** Requires one eye above the other in every frame: anything else cannot be shared as a 3D video. @throws Failure */
export const checkStereo = (made: Facts, one: Facts) => {
  if (made.frames !== undefined && made.frames !== one.frames)
    throw new Failure('engine_failed', `The engine made ${made.frames} frames of ${one.frames}`)
  if (made.width !== one.width || made.height !== 2 * one.height)
    throw new Failure(
      'engine_failed',
      `The engine made ${made.width}x${made.height} where ${one.width}x${2 * one.height} was asked for`,
    )
}
