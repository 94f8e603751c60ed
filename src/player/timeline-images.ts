import { isObject } from '~/model/objects'

/** A source's images on one sprite sheet, left to right, top to bottom: image i shows second `i * every`. */
export type Timeline = {
  readonly every: number
  readonly count: number
  readonly columns: number
  readonly rows: number
}

export const readTimeline = (value: unknown): Timeline | null => {
  if (!isObject(value)) return null
  const { every, count, columns, rows } = value
  const isComplete = [every, count, columns, rows].every(each => typeof each === 'number' && each > 0)
  return isComplete
    ? { every: Number(every), count: Number(count), columns: Number(columns), rows: Number(rows) }
    : null
}

const share = (index: number, of: number) => (of > 1 ? `${(index / (of - 1)) * 100}%` : '0%')

/** Background styles by which the sheet's image of this second fills an element. */
export const pictureAt = (sheet: string, { every, count, columns, rows }: Timeline, seconds: number) => {
  const index = Math.min(count - 1, Math.max(0, Math.floor(seconds / every)))
  return {
    backgroundImage: `url("${sheet}")`,
    backgroundSize: `${columns * 100}% ${rows * 100}%`,
    backgroundPosition: `${share(index % columns, columns)} ${share(Math.floor(index / columns), rows)}`,
  }
}
