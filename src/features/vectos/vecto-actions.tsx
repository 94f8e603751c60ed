import RenameIcon from '@mui/icons-material/DriveFileRenameOutlineOutlined'
import { useRecordContext, useTranslate } from 'react-admin'
import type { PanelVecto } from '~/model/record-of'
import { AccessListAction } from '~/src/admin/actions/access-list-action'
import { DownloadAction } from '~/src/admin/actions/download-action'
import { LogAction } from '~/src/admin/actions/log-action'
import type { ActionsProps } from '~/src/admin/admin-config'
import { mayChange, useActor } from '~/src/admin/rights'

/** The path of the screen that renames a 3D video, by its id in the panel: its 360° video's, then its own. */
const renamePath = (id: unknown) =>
  `/video3d/rename/${String(id).split('/').map(encodeURIComponent).join('/')}`

/** The actions of a 3D video, in its row and on its screen; most require it to be completed. */
export const VectoActions = (props: ActionsProps) => {
  const { resource, Button } = props
  const translate = useTranslate()
  const record = useRecordContext<PanelVecto>()
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
