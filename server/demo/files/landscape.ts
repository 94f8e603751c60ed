import { palettes } from './palettes'
import { between, pick, type Random } from './random'
import { circle, document, gradient, type Size } from './svg'

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
