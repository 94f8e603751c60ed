import { palettes } from './palettes'
import { between, pick, type Random } from './random'
import { box, circle, document, gradient, type Size } from './svg'

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
