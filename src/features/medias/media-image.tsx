import FileIcon from '@mui/icons-material/InsertDriveFileOutlined'
import PdfIcon from '@mui/icons-material/PictureAsPdfOutlined'
import Box from '@mui/material/Box'
import { useState } from 'react'
import type { PanelMedia } from '~/model/record-of'

type Pictured = Pick<PanelMedia, 'thumbRef256' | 'thumbRef128' | 'filethumb'>

const isAddress = (value: unknown): value is string =>
  typeof value === 'string' && /^(https?:|\/|data:)/.test(value)

/** The best available image of a media: 256, 128, then that of the file (specification §2). */
export const imageOf = (record: Pictured) =>
  [record.thumbRef256, record.thumbRef128, record.filethumb].find(isAddress) ?? null

const isPdf = (record: Pick<PanelMedia, 'contentType'>) => record.contentType === 'application/pdf'

const LONGEST = 28
const KEPT = 25

/** Names over 28 characters are truncated to 25 and an ellipsis (specification §9). */
export const shortName = (name: string) => {
  const letters = [...name]
  return letters.length > LONGEST ? `${letters.slice(0, KEPT).join('')}…` : name
}

type Props = { readonly record: PanelMedia; readonly iconSize: number }

/** The image of a media, or an icon of its type if there is none or the link has expired. */
export const MediaImage = ({ record, iconSize }: Props) => {
  const picture = imageOf(record)
  const [broken, setBroken] = useState<string | null>(null)
  if (picture && picture !== broken)
    return (
      <Box
        component="img"
        src={picture}
        alt=""
        loading="lazy"
        onError={() => setBroken(picture)}
        sx={{ width: 1, height: 1, objectFit: 'contain', display: 'block' }}
      />
    )
  const Icon = isPdf(record) ? PdfIcon : FileIcon
  return <Icon aria-hidden sx={{ fontSize: iconSize, color: 'text.disabled' }} />
}
