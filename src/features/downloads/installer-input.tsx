import { useRecordContext } from 'react-admin'
import { isFile } from '~/model/fields'
import { valueAt } from '~/model/objects'
import { DownloadAction } from '~/src/admin/actions/download-action'
import { type InputProps, labelKey } from '~/src/admin/admin-config'
import { UploadInput } from '~/src/admin/form/upload-input'
import { validatorsFor } from '~/src/admin/form/validators'
import { IconAction } from '~/src/ui/icon-action'
import { ChosenFile } from '~/src/upload/chosen-file'
import { InstallerSign } from './installer-view'

/** The upload of an installer. Replacing a file resets its download count. */
export const InstallerInput = ({ resource, path, field }: InputProps) => {
  const value = valueAt(useRecordContext(), path)
  const own = isFile(value) ? value : null
  return (
    <UploadInput
      source={path}
      label={labelKey(resource.name, path)}
      // A download always requires a file.
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
