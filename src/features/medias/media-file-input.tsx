import Box from '@mui/material/Box'
import { useRecordContext } from 'react-admin'
import { useFormContext } from 'react-hook-form'
import type { FileDescriptor } from '~/model/fields'
import { isFile } from '~/model/fields'
import type { InputProps } from '~/src/admin/admin-config'
import { UploadInput } from '~/src/admin/form/upload-input'
import { validatorsFor } from '~/src/admin/form/validators'
import { labelKey } from '~/src/admin/labels'
import { ChosenFile } from '~/src/upload/chosen-file'
import { DownloadButton } from './download-button'
import { MediaPicture } from './media-picture'

/** On choosing a file: the name if there is none yet, and what the file says of itself (specification §5). */
const useFilling = (mode: InputProps['mode']) => {
  const { setValue, getValues } = useFormContext()
  const set = (path: string, value: string) =>
    setValue(path, value, { shouldDirty: true, shouldValidate: true })
  return (file: FileDescriptor) => {
    if (!getValues('name')) set('name', file.label)
    // Later the server follows the file by itself: these are set when the media is made and never again.
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

/** The upload of a media's file; on an existing media, the file it has. */
export const MediaFileInput = ({ resource, path, field, mode }: InputProps) => {
  const record = useRecordContext()
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
                <MediaPicture record={record} iconSize={32} />
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
