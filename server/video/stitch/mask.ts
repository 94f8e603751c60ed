/** Half the width in degrees of the band in which both lenses are blended. */
const half = 5

/** A pixel's angle from straight ahead, in degrees, in an equirectangular frame. */
const angle = 'acos(clip(cos((Y+0.5-H/2)/H*PI)*cos((X+0.5-W/2)/W*2*PI),-1,1))*180/PI'

/**
 * ffmpeg arguments that create the mask of a size: white for the front lens, black for the back lens. The
 * mask is the same for all videos of that size.
 * @param width of the equirectangular frame, in pixels; twice its height
 * @param output a PNG
 */
export const maskArgs = (width: number, output: string): string[] => {
  const white = `255*clip((${half}+90-${angle})/${2 * half},0,1)`
  const source = `color=black:s=${width}x${width / 2}:r=1`
  return ['-f', 'lavfi', '-i', source, '-vf', `format=gray,geq=lum='${white}'`, '-frames:v', '1', output]
}
