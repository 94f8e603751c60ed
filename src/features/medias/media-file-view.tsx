import Stack from '@mui/material/Stack'
import { useRecordContext } from 'react-admin'
import { isFile } from '~/model/fields'
import type { PanelMedia } from '~/model/record-types'
import { Missing } from '~/src/admin/fields/missing'
import { ChosenFile } from '~/src/upload/chosen-file'
import { DownloadButton } from './download-button'
import { MediaPreview } from './media-preview'

/** The file of a media, shown; its details and its download. */
export const MediaFileView = () => {
  const record = useRecordContext<PanelMedia>()
  if (!record || !isFile(record.file)) return <Missing />
  return (
    <Stack sx={{ gap: 1.5 }}>
      <MediaPreview record={record} file={record.file} />
      <ChosenFile file={record.file} actions={<DownloadButton />} />
    </Stack>
  )
}
