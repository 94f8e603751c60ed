import CloseIcon from '@mui/icons-material/Close'
import FileIcon from '@mui/icons-material/InsertDriveFileOutlined'
import Box from '@mui/material/Box'
import Stack from '@mui/material/Stack'
import Typography from '@mui/material/Typography'
import type { ReactNode } from 'react'
import { useLocaleState, useTranslate } from 'react-admin'
import type { FileDescriptor } from '~/model/fields'
import { fileSize } from '~/src/ui/format'
import { IconAction } from '~/src/ui/icon-action'

type Props = {
  readonly file: FileDescriptor
  readonly onRemove?: () => void
  /** A preview image, if there is one. */
  readonly preview?: ReactNode
  readonly actions?: ReactNode
}

/** The file in the field. */
export const ChosenFile = ({ file, onRemove, preview, actions }: Props) => {
  const translate = useTranslate()
  const [locale] = useLocaleState()
  const facts = [fileSize(file.size ?? 0, locale), file.contentType]
  return (
    <Stack
      direction="row"
      sx={{ alignItems: 'center', gap: 2, border: 1, borderColor: 'divider', borderRadius: 1, p: 1.5 }}
    >
      {preview ?? <FileIcon aria-hidden sx={{ color: 'text.disabled' }} />}
      <Box sx={{ flexGrow: 1, minWidth: 0 }}>
        <Typography noWrap sx={{ fontWeight: 500 }}>
          {file.label}
        </Typography>
        <Typography variant="body2" sx={{ color: 'text.secondary' }}>
          {facts.filter(Boolean).join(' · ')}
        </Typography>
      </Box>
      {actions}
      {onRemove && (
        <IconAction label={translate('admin.upload.remove')} icon={<CloseIcon />} onClick={onRemove} />
      )}
    </Stack>
  )
}
