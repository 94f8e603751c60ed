import InstallerIcon from '@mui/icons-material/InstallDesktopOutlined'
import { useRecordContext } from 'react-admin'
import { isFile } from '~/model/fields'
import { valueAt } from '~/model/objects'
import { DownloadAction } from '~/src/admin/actions/download-action'
import type { ViewProps } from '~/src/admin/admin-config'
import { Missing } from '~/src/admin/fields/field-view'
import { IconAction } from '~/src/ui/icon-action'
import { ChosenFile } from '~/src/upload/chosen-file'

export const InstallerSign = () => <InstallerIcon aria-hidden sx={{ color: 'text.disabled' }} />

/** The details and the download of an installer. */
export const InstallerView = ({ resource, path }: ViewProps) => {
  const value = valueAt(useRecordContext(), path)
  const file = isFile(value) ? value : null
  if (!file) return <Missing />
  return (
    <ChosenFile
      file={file}
      preview={<InstallerSign />}
      actions={<DownloadAction resource={resource} path={path} Button={IconAction} />}
    />
  )
}
