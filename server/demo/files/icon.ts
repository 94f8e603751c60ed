import { palettes } from './palettes'
import { between, pick, type Random } from './random'
import { circle, document, gradient, type Size } from './svg'

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
