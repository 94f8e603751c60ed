/** Settings of a lens in degrees: default, minimum and maximum. */
export const lensSettings = {
  fov: { usual: 200, least: 90, most: 270 },
  yaw: { usual: 0, least: -180, most: 180 },
  pitch: { usual: 0, least: -90, most: 90 },
  roll: { usual: 0, least: -180, most: 180 },
} as const
