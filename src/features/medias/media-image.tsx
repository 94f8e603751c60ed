import FileIcon from '@mui/icons-material/InsertDriveFileOutlined'
import PdfIcon from '@mui/icons-material/PictureAsPdfOutlined'
import Box from '@mui/material/Box'
import { useState } from 'react'
import type { PanelMedia } from '~/model/record-types'
import { imageOf, isPdf } from './image-of'

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
