import type { Sharp } from 'sharp'
import sharp from 'sharp'
import { city, icon, landscape, room, type Size } from './landscapes'
import { type Random, seeded } from './random'

type SceneName = 'sea' | 'hills' | 'city' | 'room' | 'icon'

/** File names of the demo's images, by scene. */
export const pictureNames: Readonly<Record<SceneName, readonly string[]>> = {
  sea: [
    'Harbour at dawn',
    'Calanques from the boat',
    'Lighthouse bay',
    'Low tide',
    'Evening ferry',
    'North beach in winter',
    'Sailing school',
    'Islands after the rain',
    'Pier, last light',
    'Salt marshes',
    'Crossing to the island, seen from the upper deck',
    'Fishing port',
  ],
  hills: [
    'Vineyard hills',
    'Pine forest trail',
    'Mont Ventoux in the mist',
    'Alpine pasture',
    'Valley lookout',
    'Moor in autumn',
    'Volcano ridge',
    'Lake path',
    'Dunes before the storm',
    'Olive grove',
    'Cliff walk above the gorge, early morning',
    'Snow line',
  ],
  city: [
    'Old town by night',
    'Rooftops',
    'Station square',
    'Business district',
    'River quarter',
    'Skyline from the tower',
    'Market street',
    'Docklands',
    'City hall square',
    'Tram line 2',
    'New quarter, before the works',
    'Stadium avenue',
  ],
  room: [
    'Show flat, living room',
    'Show flat, lounge',
    'Hotel suite 204',
    'Reception',
    'Reading room',
    'Guest house, salon',
    'Gallery',
    'Waiting room',
    'Model apartment, type T3',
    'Boardroom lounge',
    'Family room with a view of the park',
    'Loft',
  ],
  icon: [
    'Logo Horizon',
    'Logo Atelier Nord',
    'App icon',
    'Hotspot marker',
    'Logo Musée',
    'Badge',
    'Logo Belvedere',
    'Compass icon',
    'Partner logo',
    'Logo Lumen',
    'Button play',
    'Logo Terra',
  ],
}

export type DemoFile = {
  readonly name: string
  readonly contentType: string
  readonly bytes: Buffer
  /** WebP, no side longer than 256 and 128 px; pictures only. */
  readonly thumb256?: Buffer
  readonly thumb128?: Buffer
}

const wide: Size = { width: 640, height: 320 }
const square: Size = { width: 512, height: 512 }

const formats = {
  jpg: { contentType: 'image/jpeg', encode: (image: Sharp) => image.jpeg({ quality: 88 }) },
  webp: { contentType: 'image/webp', encode: (image: Sharp) => image.webp({ quality: 90, effort: 2 }) },
  png: { contentType: 'image/png', encode: (image: Sharp) => image.png({ palette: false }) },
} as const

type Scene = {
  readonly names: readonly string[]
  readonly format: keyof typeof formats
  readonly draw: (random: Random) => string
}

const scenes: readonly [Scene, ...Scene[]] = [
  { names: pictureNames.sea, format: 'jpg', draw: random => landscape(random, wide, 'sea') },
  { names: pictureNames.room, format: 'webp', draw: random => room(random, wide) },
  { names: pictureNames.hills, format: 'jpg', draw: random => landscape(random, wide, 'hills') },
  { names: pictureNames.icon, format: 'png', draw: random => icon(random, square) },
  { names: pictureNames.city, format: 'jpg', draw: random => city(random, wide) },
]

const thumbnail = (image: Sharp, side: number) =>
  image.clone().resize(side, side, { fit: 'inside' }).webp({ quality: 82, effort: 2 }).toBuffer()

/** Adjacent seeds produce similar sequences; multiplying them by a large odd number spreads them. */
const spread = 0x9e3779b1

/** Renders an image. Scenes alternate; a number makes repeated names unique. */
const makePicture = async (index: number): Promise<DemoFile> => {
  const scene = scenes[index % scenes.length] ?? scenes[0]
  const turn = Math.floor(index / scenes.length)
  const again = Math.floor(turn / scene.names.length)
  const title = `${scene.names[turn % scene.names.length]}${again ? ` ${again + 1}` : ''}`
  const { contentType, encode } = formats[scene.format]
  const drawn = await sharp(Buffer.from(scene.draw(seeded(Math.imul(index + 1, spread)))))
    .raw()
    .toBuffer({ resolveWithObject: true })
  const image = sharp(drawn.data, { raw: drawn.info })
  const [bytes, thumb256, thumb128] = await Promise.all([
    encode(image.clone()).toBuffer(),
    thumbnail(image, 256),
    thumbnail(image, 128),
  ])
  return { name: `${title}.${scene.format}`, contentType, bytes, thumb256, thumb128 }
}

/** `count` different images, the same on every call. */
export const makePictures = (count: number): Promise<readonly DemoFile[]> =>
  Promise.all(Array.from({ length: count }, (_, index) => makePicture(index)))
