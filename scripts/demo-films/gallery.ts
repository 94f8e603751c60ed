import type { Scene } from './scene'

/** The film of the demo. */
export const gallery: Scene = {
  ...{ name: 'gallery', seconds: 12, half: 3.6, length: 22, height: 4.2 },
  floor: [
    [176, 140, 104],
    [148, 112, 80],
  ],
  wall: [226, 222, 212],
  accents: [
    [31, 122, 140],
    [255, 159, 107],
    [11, 57, 84],
    [191, 215, 234],
    [200, 62, 77],
  ],
}
