import Box from '@mui/material/Box'
import { useRecordContext } from 'react-admin'
import { isFile } from '~/model/fields'
import { Missing } from '~/src/admin/fields/missing'
import { ChosenFile } from '~/src/upload/chosen-file'
import { DownloadButton } from './download-button'
import { MediaPicture } from './media-picture'

const place = {
  width: 72,
  height: 72,
  flexShrink: 0,
  display: 'grid',
  placeItems: 'center',
  overflow: 'hidden',
}

/** The file of a media: its image, its details and its download. */
export const MediaFileView = () => {
  const record = useRecordContext()
  if (!record || !isFile(record.file)) return <Missing />
  return (
    <ChosenFile
      file={record.file}
      preview={
        <Box sx={place}>
          <MediaPicture record={record} iconSize={36} />
        </Box>
      }
      actions={<DownloadButton />}
    />
  )
}
