import ViewIcon from '@mui/icons-material/SupervisorAccountOutlined'
import { useRecordContext, useTranslate } from 'react-admin'
import type { PanelUser } from '~/model/record-types'
import { mayViewAs } from '~/model/view-as'
import { DialogAction } from '~/src/admin/actions/dialog-action'
import { useActor } from '~/src/admin/actor'
import type { ActionsProps } from '~/src/admin/admin-config'
import { backend } from '~/src/api/chosen-backend'
import { ViewAsDialog } from './view-as-dialog'

/** Opens the panel as the user in context sees it. The functions of the cloud have no such sessions. */
export const ViewAs = ({ Button }: Pick<ActionsProps, 'Button'>) => {
  const translate = useTranslate()
  const actor = useActor()
  const record = useRecordContext<PanelUser>()
  if (!record || backend.name !== 'onpremise' || !mayViewAs(actor, record)) return null
  return (
    <DialogAction
      Button={Button}
      label={translate('resources.users.viewAs')}
      icon={<ViewIcon fontSize="small" />}
    >
      {close => <ViewAsDialog user={record} onClose={close} />}
    </DialogAction>
  )
}
