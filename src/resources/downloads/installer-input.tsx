import { useRecordContext } from 'react-admin'
import type { FileDescriptor } from '~/model/fields'
import { valueAt } from '~/model/value-at'
import { DownloadAction } from '~/src/kit/actions/download-action'
import { validatorsFor } from '~/src/kit/form/validators'
import { IconAction } from '~/src/kit/icon-action'
import type { InputProps } from '~/src/kit/kit-context'
import { labelKey } from '~/src/kit/labels'
import { ChosenFile } from '~/src/kit/upload/chosen-file'
import { UploadInput } from '~/src/kit/upload/upload-input'
import { InstallerSign } from './installer-view'

/** The upload of an installer. One that replaces another counts its downloads from the beginning. */
export const InstallerInput = ({ resource, path, field }: InputProps) => {
  const own = valueAt(useRecordContext(), path) as FileDescriptor | null | undefined
  return (
    <UploadInput
      source={path}
      label={labelKey(resource.name, path)}
      // A download is never left without its file.
      validate={validatorsFor(field, true)}
      accept={field.accept}
    >
      {(file, remove) => (
        <ChosenFile
          file={file}
          onRemove={remove}
          preview={<InstallerSign />}
          actions={
            own?.ref === file.ref && <DownloadAction resource={resource} path={path} Button={IconAction} />
          }
        />
      )}
    </UploadInput>
  )
}
