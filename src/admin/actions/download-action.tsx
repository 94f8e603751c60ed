import DownloadIcon from '@mui/icons-material/FileDownloadOutlined'
import { useRecordContext, useTranslate } from 'react-admin'
import { isInState } from '~/model/states'
import { type ActionsProps, useOwnMessage } from '~/src/admin/admin-config'
import { useActor } from '~/src/admin/rights'
import { useDownload } from './use-download'

type Props = ActionsProps & { readonly path: string; readonly quiet?: boolean }

/** Downloads a file of the record, for the roles and in the states that its field declares. */
export const DownloadAction = ({ resource, path, Button, quiet }: Props) => {
  const translate = useTranslate()
  const say = useOwnMessage(resource.name)
  const record = useRecordContext()
  const { role } = useActor()
  const download = useDownload(resource.name, path, quiet)
  const { only, when } = resource.fields[path]?.fetch ?? {}
  if (!record || (only && !only.includes(role))) return null
  const ready = isInState(resource, record, when)
  return (
    <Button
      label={translate('admin.download')}
      icon={<DownloadIcon fontSize="small" />}
      onClick={download}
      {...(ready ? {} : { refused: say('onlyCompleted', 'validation.not_now') })}
    />
  )
}
