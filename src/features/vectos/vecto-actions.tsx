import ShareIcon from '@mui/icons-material/AddLinkOutlined'
import RenameIcon from '@mui/icons-material/DriveFileRenameOutlineOutlined'
import { useRecordContext, useTranslate } from 'react-admin'
import { allows } from '~/model/access'
import type { PanelVecto } from '~/model/record-of'
import { publicLinks } from '~/model/resources/public-links'
import { AccessListAction } from '~/src/admin/actions/access-list-action'
import { DialogAction } from '~/src/admin/actions/dialog-action'
import { DownloadAction } from '~/src/admin/actions/download-action'
import { LogAction } from '~/src/admin/actions/log-action'
import { type ActionsProps, useOffer } from '~/src/admin/admin-config'
import { mayChange, useActor } from '~/src/admin/rights'
import { laterPart } from '~/src/ui/later-part'

const ShareDialog = laterPart(() =>
  import('~/src/features/public-links/share-dialog').then(file => file.ShareDialog),
)

/** The path of the screen that renames a 3D video, by its id in the panel: its 360° video's, then its own. */
const renamePath = (id: unknown) =>
  `/video3d/rename/${String(id).split('/').map(encodeURIComponent).join('/')}`

/** The actions of a 3D video, in its row and on its screen; most require it to be completed. */
export const VectoActions = (props: ActionsProps) => {
  const { resource, Button } = props
  const translate = useTranslate()
  const record = useRecordContext<PanelVecto>()
  const actor = useActor()
  const shares = useOffer('publicLinks')
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
      {shares && allows(publicLinks, 'create', actor, { company: record.company }) && (
        <DialogAction
          label={translate('publicLinks.open')}
          icon={<ShareIcon fontSize="small" />}
          refused={refused}
          Button={Button}
        >
          {close => <ShareDialog record={record} onClose={close} />}
        </DialogAction>
      )}
      <AccessListAction {...props} />
      <LogAction {...props} refused={refused} />
      <DownloadAction {...props} path="files.data" />
    </>
  )
}
