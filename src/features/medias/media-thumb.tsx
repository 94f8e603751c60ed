import Box from '@mui/material/Box'
import { useRecordContext } from 'react-admin'
import type { PanelMedia } from '~/model/record-of'
import { MediaImage } from './media-image'

const place = {
  width: 40,
  height: 40,
  display: 'grid',
  placeItems: 'center',
  overflow: 'hidden',
  borderRadius: 1,
  bgcolor: 'action.hover',
}

/** The image of a media in a row. */
export const MediaThumb = () => {
  const record = useRecordContext<PanelMedia>()
  return <Box sx={place}>{record && <MediaImage record={record} iconSize={22} />}</Box>
}
