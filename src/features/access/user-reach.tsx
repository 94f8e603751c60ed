import ReachIcon from '@mui/icons-material/KeyOutlined'
import { useRecordContext, useTranslate } from 'react-admin'
import type { PanelUser } from '~/model/record-types'
import { DialogAction } from '~/src/admin/actions/dialog-action'
import type { ActionsProps } from '~/src/admin/admin-config'
import { backend } from '~/src/api/chosen-backend'
import { ReachDialog } from './reach-dialog'

/** Opens what the user in context can see and do. The functions of the cloud do not know. */
export const UserReach = ({ Button }: Pick<ActionsProps, 'Button'>) => {
  const translate = useTranslate()
  const record = useRecordContext<PanelUser>()
  if (!record || backend.name !== 'onpremise') return null
  return (
    <DialogAction
      Button={Button}
      label={translate('access.reach.open')}
      icon={<ReachIcon fontSize="small" />}
    >
      {close => <ReachDialog user={record} onClose={close} />}
    </DialogAction>
  )
}
