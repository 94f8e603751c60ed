import Box from '@mui/material/Box'
import { useRecordContext } from 'react-admin'
import { useFormContext } from 'react-hook-form'
import { type FileDescriptor, isFile } from '~/model/fields'
import type { PanelMedia } from '~/model/record-of'
import { type InputProps, labelKey } from '~/src/admin/admin-config'
import { UploadInput } from '~/src/admin/form/upload-input'
import { validatorsFor } from '~/src/admin/form/validators'
import { ChosenFile } from '~/src/upload/chosen-file'
import { DownloadButton } from './download-button'
import { MediaImage } from './media-image'

/** When a file is chosen, fills in the name if empty, and the file's properties (specification §5). */
const useFilling = (mode: InputProps['mode']) => {
  const { setValue, getValues } = useFormContext()
  const set = (path: string, value: string) =>
    setValue(path, value, { shouldDirty: true, shouldValidate: true })
  return (file: FileDescriptor) => {
    if (!getValues('name')) set('name', file.label)
    // These are set on create and never again: afterwards the server derives them from the file.
    if (mode === 'update') return
    set('contentType', file.contentType)
    set('checksum', `b64-${file.md5Hash}`)
  }
}

const place = {
  width: 56,
  height: 56,
  flexShrink: 0,
  display: 'grid',
  placeItems: 'center',
  overflow: 'hidden',
}

/** The upload of a media's file; on an existing media, its current file. */
export const MediaFileInput = ({ resource, path, field, mode }: InputProps) => {
  const record = useRecordContext<PanelMedia>()
  const onChosen = useFilling(mode)
  const own = isFile(record?.file) ? record.file : null
  return (
    <UploadInput
      source={path}
      label={labelKey(resource.name, path)}
      validate={validatorsFor(field, true)}
      accept={field.accept}
      onChosen={onChosen}
    >
      {(file, remove) =>
        record && own?.ref === file.ref ? (
          <ChosenFile
            file={file}
            onRemove={remove}
            preview={
              <Box sx={place}>
                <MediaImage record={record} iconSize={32} />
              </Box>
            }
            actions={<DownloadButton />}
          />
        ) : (
          <ChosenFile file={file} onRemove={remove} />
        )
      }
    </UploadInput>
  )
}
