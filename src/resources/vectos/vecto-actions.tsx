import RenameIcon from '@mui/icons-material/DriveFileRenameOutlineOutlined'
import { useRecordContext, useTranslate } from 'react-admin'
import { AccessListAction } from '~/src/kit/actions/access-list-action'
import { DownloadAction } from '~/src/kit/actions/download-action'
import { LogAction } from '~/src/kit/actions/log-action'
import { useActor } from '~/src/kit/actor'
import type { ActionsProps } from '~/src/kit/kit-context'
import { mayChange } from '~/src/kit/rights'
import { renamePath } from './rename-path'

/** What can be done with a 3D video, in its row and on its screen; most of it once it is completed. */
export const VectoActions = (props: ActionsProps) => {
  const { resource, Button } = props
  const translate = useTranslate()
  const record = useRecordContext()
  const actor = useActor()
  if (!record) return null
  const refused = record.status === 'completed' ? undefined : translate('resources.vectos.onlyCompleted')
  return (
    <>
      {mayChange(resource, actor, record) && (
        <Button
          label={translate('resources.vectos.rename')}
          icon={<RenameIcon fontSize="small" />}
          to={renamePath(record.id)}
          {...(refused === undefined ? {} : { refused })}
        />
      )}
      <AccessListAction {...props} />
      <LogAction {...props} refused={refused} />
      <DownloadAction {...props} path="files.data" />
    </>
  )
}
