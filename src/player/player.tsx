import { useState } from 'react'
import { FlatPlayer } from './flat-player'
import type { PlayerProps } from './player-types'
import { SpherePlayer } from './sphere-player'

const canDraw = () => typeof WebGL2RenderingContext !== 'undefined'

/** Plays a 360° video around the viewer; as a flat video if the browser cannot draw that. */
export const Player = (props: PlayerProps) => {
  const [flat, setFlat] = useState(() => !canDraw())
  return flat ? <FlatPlayer {...props} /> : <SpherePlayer {...props} onFlat={() => setFlat(true)} />
}
