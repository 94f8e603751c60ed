/** A deterministic generator of numbers in [0, 1) (mulberry32): demo data are the same on every machine. */
export type Random = () => number

export const seeded = (seed: number): Random => {
  let state = seed >>> 0
  return () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}

export const between = (random: Random, low: number, high: number) => low + random() * (high - low)

export const pick = <T>(random: Random, [first, ...others]: readonly [T, ...T[]]): T =>
  others[Math.floor(random() * (others.length + 1)) - 1] ?? first
