import { pick, type Random } from './files/random'

const LINES = 60

const steps: readonly [string, ...string[]] = [
  'Read scene description',
  'Resolved media reference',
  'Packed texture atlas 2048x2048',
  'Wrote presentation bundle',
  'Checked overlay anchors',
  'Compressed audio track',
  'Verified checksum of archive part',
  'Linked 3D video to scene',
]

const stamp = (from: Date, seconds: number) => new Date(from.getTime() + seconds * 1000).toISOString()

/** The log of a publication, as an application writes it. */
export const publicationLog = (random: Random, createdAt: Date) => {
  const lines = Array.from({ length: LINES - 2 }, (_, index) => {
    const slow = random() < 0.05
    return `${stamp(createdAt, index + 1)} ${slow ? 'WARN ' : 'INFO '} ${pick(random, steps)} #${index + 1}${slow ? ' (slow)' : ''}`
  })
  return {
    log: [
      `${stamp(createdAt, 0)} INFO  Publication started`,
      ...lines,
      `${stamp(createdAt, LINES)} INFO  Done`,
    ].join('\n'),
    createdAt: stamp(createdAt, LINES),
  }
}
