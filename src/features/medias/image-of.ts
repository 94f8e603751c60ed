type Row = Readonly<Record<string, unknown>>

const isAddress = (value: unknown): value is string =>
  typeof value === 'string' && /^(https?:|\/|data:)/.test(value)

/** The best available image of a media: 256, 128, then that of the file (specification §2). */
export const imageOf = (record: Row) =>
  [record.thumbRef256, record.thumbRef128, record.filethumb].find(isAddress) ?? null

export const isPdf = (record: Row) => record.contentType === 'application/pdf'

const LONGEST = 28
const KEPT = 25

/** Names over 28 characters are truncated to 25 and an ellipsis (specification §9). */
export const shortName = (name: string) => {
  const letters = [...name]
  return letters.length > LONGEST ? `${letters.slice(0, KEPT).join('')}…` : name
}
