import { palettes } from './palettes'
import { between, pick, type Random } from './random'
import { box, circle, document, gradient, type Size } from './svg'

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
