import type { PanelMedia } from '~/model/record-types'

type Pictured = Pick<PanelMedia, 'thumbRef256' | 'thumbRef128' | 'filethumb'>

const isAddress = (value: unknown): value is string =>
  typeof value === 'string' && /^(https?:|\/|data:)/.test(value)

/** The best available image of a media: 256, 128, then that of the file (specification §2). */
export const imageOf = (record: Pictured) =>
  [record.thumbRef256, record.thumbRef128, record.filethumb].find(isAddress) ?? null

export const isPdf = (record: Pick<PanelMedia, 'contentType'>) => record.contentType === 'application/pdf'

const LONGEST = 28
const KEPT = 25

/** Names over 28 characters are truncated to 25 and an ellipsis (specification §9). */
export const shortName = (name: string) => {
  const letters = [...name]
  return letters.length > LONGEST ? `${letters.slice(0, KEPT).join('')}…` : name
}
