/** How well depth is known in a 3D video. */
export const grades = ['good', 'fair', 'poor'] as const
export type Grade = (typeof grades)[number]

/**
 * What kept an engine from measuring depth: it assumes depth without measuring it; the camera stood still; a vehicle or
 * people moved with the camera; there was too little to follow. `estimated`: a depth model told the rest.
 * `unclear`: none of these alone.
 */
export const depthCauses = ['assumed', 'still', 'carried', 'plain', 'estimated', 'unclear'] as const
export type DepthCause = (typeof depthCauses)[number]
