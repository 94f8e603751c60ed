import { between, pick, type Random } from './random'

/** A color scheme, from the top of the sky to the foreground. */
export type Palette = {
  readonly sky: readonly [string, string, string]
  readonly light: string
  readonly layers: readonly [string, string, string, string]
}

const palettes: readonly [Palette, ...Palette[]] = [
  {
    sky: ['#2b3a67', '#d97b66', '#ffd9a0'],
    light: '#fff3d6',
    layers: ['#a5677a', '#744e6e', '#4b3a5e', '#2a2647'],
  },
  {
    sky: ['#5fa8d3', '#a9d6e5', '#eaf6f6'],
    light: '#ffffff',
    layers: ['#8fb8a8', '#5f9a80', '#3a7a5e', '#1f5643'],
  },
  {
    sky: ['#0b132b', '#1c2541', '#3a506b'],
    light: '#f4f1de',
    layers: ['#2f4560', '#233650', '#18263d', '#0d1829'],
  },
  {
    sky: ['#f7b267', '#f79d65', '#fbe3b5'],
    light: '#fffaf0',
    layers: ['#d98f5c', '#b76d4b', '#8f4f3e', '#633433'],
  },
  {
    sky: ['#9bb1c9', '#c8d5e0', '#eef2f5'],
    light: '#fdfdfd',
    layers: ['#a3b3bf', '#7b8f9e', '#576b7b', '#384a59'],
  },
  {
    sky: ['#6a4c93', '#c06c9b', '#f8b7b0'],
    light: '#ffe9dc',
    layers: ['#8c5b93', '#664684', '#45336d', '#292252'],
  },
]

export type Size = { readonly width: number; readonly height: number }

const gradient = (id: string, colours: readonly string[]) => {
  const stops = colours.map(
    (colour, at) => `<stop offset="${at / (colours.length - 1)}" stop-color="${colour}"/>`,
  )
  return `<linearGradient id="${id}" x1="0" y1="0" x2="0" y2="1">${stops.join('')}</linearGradient>`
}

const circle = (x: number, y: number, radius: number, fill: string, opacity = 1) =>
  `<circle cx="${x.toFixed(1)}" cy="${y.toFixed(1)}" r="${radius.toFixed(1)}" fill="${fill}" opacity="${opacity}"/>`

const box = (x: number, y: number, width: number, height: number, fill: string, round = 0) =>
  `<rect x="${x.toFixed(1)}" y="${y.toFixed(1)}" width="${width.toFixed(1)}" height="${height.toFixed(1)}" rx="${round}" fill="${fill}"/>`

/** Images contain no text, because fonts differ between machines. */
const document = ({ width, height }: Size, defs: string, ...shapes: readonly string[]) =>
  `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}"><defs>${defs}</defs>${shapes.join('')}</svg>`

const windows = (random: Random, x: number, top: number, wide: number, bottom: number, light: string) => {
  const lit: string[] = []
  for (let y = top + 8; y < bottom - 10; y += 12)
    for (let column = x + 5; column < x + wide - 7; column += 10)
      if (random() > 0.55) lit.push(box(column, y, 4, 6, light))
  return `<g opacity="0.75">${lit.join('')}</g>`
}

const row = (random: Random, size: Size, base: number, tall: number, fill: string, light?: string) => {
  const blocks: string[] = []
  for (let x = -10; x < size.width; ) {
    const wide = between(random, 26, 64)
    const top = base - tall * between(random, 0.35, 1)
    blocks.push(box(x, top, wide, size.height - top, fill))
    if (light) blocks.push(windows(random, x, top, wide, base, light))
    x += wide + between(random, -4, 6)
  }
  return blocks.join('')
}

/** Three rows of buildings in front of the sky, the nearest with lit windows, over a street. */
export const city = (random: Random, size: Size) => {
  const { sky, light, layers } = pick(random, palettes)
  const street = size.height * 0.86
  return document(
    size,
    gradient('sky', sky),
    `<rect width="${size.width}" height="${size.height}" fill="url(#sky)"/>`,
    circle(size.width * random(), size.height * 0.25, 20, light, 0.9),
    row(random, size, street, size.height * 0.62, layers[0]),
    row(random, size, street, size.height * 0.5, layers[1]),
    row(random, size, street, size.height * 0.44, layers[3], light),
    box(0, street, size.width, size.height - street, layers[2]),
    box(0, street + 20, size.width, 2, light),
  )
}

type Mark = (random: Random, colour: string, accent: string) => string

const petals: Mark = (random, colour, accent) => {
  const count = Math.floor(between(random, 5, 9))
  const turn = between(random, 0, 60)
  const leaves = Array.from(
    { length: count },
    (_, at) =>
      `<ellipse cx="256" cy="160" rx="44" ry="96" fill="${colour}" opacity="0.82" transform="rotate(${turn + (at * 360) / count} 256 256)"/>`,
  )
  return leaves.join('') + circle(256, 256, 46, accent)
}

const rings: Mark = (random, colour, accent) =>
  [160, 116, 72].map((radius, at) => circle(256, 256, radius, at % 2 ? accent : colour, 0.9)).join('') +
  circle(between(random, 220, 292), between(random, 220, 292), 26, colour)

const peaks: Mark = (random, colour, accent) => {
  const top = between(random, 130, 190)
  return `<polygon fill="${colour}" points="80,390 216,${top} 340,390"/><polygon fill="${accent}" points="210,390 318,220 436,390"/>${circle(360, 150, 38, accent)}`
}

const bars: Mark = (random, colour, accent) =>
  [0, 1, 2, 3]
    .map(at => {
      const tall = between(random, 90, 260)
      return `<rect x="${112 + at * 76}" y="${390 - tall}" width="56" height="${tall}" rx="14" fill="${at % 2 ? accent : colour}"/>`
    })
    .join('')

/** A square logo on a rounded background; transparent at the corners. */
export const icon = (random: Random, size: Size) => {
  const { sky, light, layers } = pick(random, palettes)
  const mark = pick<Mark>(random, [petals, rings, peaks, bars])
  const scale = size.width / 512
  return document(
    size,
    gradient('ground', [layers[1], layers[3]]),
    `<g transform="scale(${scale})"><rect width="512" height="512" rx="112" fill="url(#ground)"/>${mark(random, light, sky[1])}</g>`,
  )
}

/** A ridge across the image whose two ends meet, as in a 360° panorama. */
const ridge = (random: Random, { width, height }: Size, base: number, swell: number, fill: string) => {
  const waves = [1, 2, 3, 5, 8].map(turns => ({
    turns,
    phase: random() * 6.3,
    share: random() / turns ** 0.6,
  }))
  const heightAt = (x: number) =>
    waves.reduce(
      (sum, { turns, phase, share }) => sum + share * Math.sin((x / width) * 6.2832 * turns + phase),
      0,
    )
  const points = Array.from({ length: width / 8 + 1 }, (_, step) => step * 8)
  const line = points.map(x => `${x},${(base - heightAt(x) * swell).toFixed(1)}`).join(' ')
  return `<polygon fill="${fill}" points="0,${height} ${line} ${width},${height}"/>`
}

const glitter = (random: Random, { width, height }: Size, horizon: number, sunX: number, fill: string) =>
  Array.from({ length: 60 }, () => {
    const depth = random()
    const reach = 24 + depth * 130
    const x = sunX + between(random, -reach, reach)
    const y = horizon + 4 + depth * (height - horizon)
    const length = Math.min(width, 6 + depth * 34)
    return `<rect x="${x.toFixed(1)}" y="${y.toFixed(1)}" width="${length.toFixed(1)}" height="1.6" rx="0.8" fill="${fill}" opacity="0.5"/>`
  }).join('')

const trees = (random: Random, { width, height }: Size, fill: string) =>
  Array.from({ length: 46 }, () => {
    const x = random() * width
    const y = height - between(random, -6, 26)
    const tall = between(random, 18, 46)
    return `<polygon fill="${fill}" points="${x - tall / 4},${y} ${x},${y - tall} ${x + tall / 4},${y}"/>`
  }).join('')

/** Sky, sun and far ridges; in front of them the sea, or nearer ridges with trees. */
export const landscape = (random: Random, size: Size, ground: 'sea' | 'hills') => {
  const { width, height } = size
  const { sky, light, layers } = pick(random, palettes)
  const horizon = height * between(random, 0.52, 0.62)
  const sunX = width * between(random, 0.2, 0.8)
  const sunY = horizon - between(random, 20, 110)
  const back = [0, 1].map(row =>
    ridge(random, size, horizon - 12 + row * 14, 22 - row * 8, layers[row] ?? light),
  )
  const front =
    ground === 'sea'
      ? `<rect y="${horizon}" width="${width}" height="${height - horizon}" fill="url(#water)"/>${glitter(random, size, horizon, sunX, light)}`
      : [2, 3].map(row => ridge(random, size, horizon + row * 32 - 26, 18, layers[row] ?? light)).join('')
  return document(
    size,
    gradient('sky', sky) + gradient('water', [sky[2], layers[1], layers[3]]),
    `<rect width="${width}" height="${height}" fill="url(#sky)"/>`,
    circle(sunX, sunY, 74, light, 0.14),
    circle(sunX, sunY, 46, light, 0.2),
    circle(sunX, sunY, between(random, 18, 28), light, 0.95),
    ...back,
    front,
    ground === 'hills' ? trees(random, size, layers[3]) : '',
  )
}

const walls: readonly [readonly [string, string], ...(readonly [string, string])[]] = [
  ['#f2ede4', '#ddd2c1'],
  ['#e3ebe8', '#c4d4ce'],
  ['#efe6ea', '#dac8d0'],
  ['#e8e9f0', '#c9cddd'],
]
const woods: readonly [string, ...string[]] = ['#b98b5e', '#8d6748', '#cfae82', '#7a5a45']

const floor = (top: number, { width, height }: Size, wood: string) => {
  const boards = Array.from({ length: 17 }, (_, board) => {
    const x = (board - 8) * 40 + width / 2
    const far = (board - 8) * 22 + width / 2
    return `<line x1="${far}" y1="${top}" x2="${x + (x - far) * 1.5}" y2="${height}" stroke="#000" stroke-opacity="0.14"/>`
  })
  return box(0, top, width, height - top, wood) + boards.join('')
}

const sofa = (x: number, base: number, fill: string, shade: string) =>
  box(x, base - 62, 150, 46, shade, 12) +
  box(x - 10, base - 40, 22, 44, fill, 9) +
  box(x + 138, base - 40, 22, 44, fill, 9) +
  box(x + 8, base - 34, 66, 30, fill, 7) +
  box(x + 77, base - 34, 66, 30, fill, 7)

const lamp = (x: number, base: number, shade: string) =>
  circle(x, base - 118, 58, '#ffe9b0', 0.35) +
  box(x - 1.5, base - 112, 3, 112, '#55504a') +
  box(x - 14, base - 4, 28, 5, '#55504a', 2) +
  `<polygon fill="${shade}" points="${x - 12},${base - 136} ${x + 12},${base - 136} ${x + 24},${base - 104} ${x - 24},${base - 104}"/>`

const view = (x: number, y: number) =>
  box(x - 5, y - 5, 160, 104, '#ffffff', 2) +
  box(x, y, 150, 94, 'url(#sky)') +
  box(x + 73, y, 4, 94, '#ffffff') +
  box(x, y + 46, 150, 3, '#ffffff')

/** A living room: a window, a sofa, a lamp, pictures on the wall. */
export const room = (random: Random, size: Size) => {
  const { sky, light, layers } = pick(random, palettes)
  const floorTop = size.height * between(random, 0.66, 0.74)
  const left = random() > 0.5
  const [windowX, sofaX] = left ? [90, 380] : [400, 90]
  const pictures = [0, 1, 2].map(at =>
    box(sofaX + at * 52, 84, 40, 52 - (at % 2) * 12, layers[at] ?? light, 2),
  )
  return document(
    size,
    gradient('sky', sky) + gradient('wall', pick(random, walls)),
    box(0, 0, size.width, floorTop, 'url(#wall)'),
    floor(floorTop, size, pick(random, woods)),
    box(0, floorTop - 7, size.width, 7, '#ffffff'),
    view(windowX, 56),
    ...pictures,
    `<ellipse cx="${size.width / 2}" cy="${floorTop + 58}" rx="210" ry="26" fill="${layers[0]}" opacity="0.55"/>`,
    sofa(sofaX, floorTop + 34, layers[1], layers[2]),
    lamp(left ? 340 : 300, floorTop + 22, light),
  )
}
