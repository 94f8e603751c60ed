import sharp from 'sharp'
import { pictureSide } from '~/model/pictures'
import { icon } from './landscapes'
import type { DemoFile } from './pictures'
import { between, pick, type Random, seeded } from './random'

const backgrounds = ['#cfe3ee', '#f3dfc1', '#d8e6d0', '#ead5e3', '#d9d7ef'] as const
const skins = ['#f3cfb3', '#d9a27c', '#a86f4b', '#7a4b32', '#f0c2a2'] as const
const hairs = ['#2b211c', '#5b3a24', '#a8743c', '#c9c3bb', '#7c2f1d'] as const
const clothes = ['#2f5d7c', '#7a3b4e', '#3f6b4f', '#4a4668', '#8a6a2f'] as const

/** A person from the shoulders up, without a face. */
const portrait = (random: Random) => {
  const [ground, skin] = [pick(random, backgrounds), pick(random, skins)]
  const [hair, cloth] = [pick(random, hairs), pick(random, clothes)]
  const fall = between(random, 104, 176)
  return `<svg xmlns="http://www.w3.org/2000/svg" width="256" height="256"><rect width="256" height="256" fill="${ground}"/>
    <rect x="70" y="62" width="116" height="${fall.toFixed(0)}" rx="58" fill="${hair}"/>
    <rect x="108" y="140" width="40" height="60" fill="${skin}"/>
    <ellipse cx="128" cy="262" rx="96" ry="76" fill="${cloth}"/>
    <ellipse cx="128" cy="118" rx="44" ry="54" fill="${skin}"/>
    <path d="M82 116 a46 56 0 0 1 92 0 q-${between(random, 20, 60).toFixed(0)} -34 -92 0" fill="${hair}"/></svg>`
}

const drawn = async (name: string, svg: string): Promise<DemoFile> => ({
  name,
  contentType: 'image/webp',
  bytes: await sharp(Buffer.from(svg)).webp({ quality: 85, effort: 2 }).toBuffer(),
})

const size = { width: pictureSide, height: pictureSide }

/** Pictures of users, the same on every call. */
export const makePortraits = (count: number) =>
  Promise.all(
    Array.from({ length: count }, (_, index) => drawn('picture.webp', portrait(seeded(500 + index * 977)))),
  )

/** Logos of companies, the same on every call. */
export const makeLogos = (count: number) =>
  Promise.all(
    Array.from({ length: count }, (_, index) => drawn('logo.webp', icon(seeded(700 + index * 977), size))),
  )
