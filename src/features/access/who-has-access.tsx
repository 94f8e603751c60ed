import AccessIcon from '@mui/icons-material/KeyOutlined'
import { useRecordContext, useTranslate } from 'react-admin'
import { canEverList } from '~/model/access'
import { users } from '~/model/resources/users'
import { isExplained } from '~/model/who-has-access'
import { DialogAction } from '~/src/admin/actions/dialog-action'
import { type ActionsProps, useOffer } from '~/src/admin/admin-config'
import { useActor } from '~/src/admin/rights'
import { AccessDialog } from './access-dialog'

/** Opens the list of people with access to the record in context. */
export const WhoHasAccess = ({ resource, Button }: ActionsProps) => {
  const translate = useTranslate()
  const actor = useActor()
  const record = useRecordContext()
  const isOffered = useOffer('access')
  if (!record || !isOffered || !isExplained(resource)) return null
  if (!canEverList(users, actor)) return null
  return (
    <DialogAction Button={Button} label={translate('access.open')} icon={<AccessIcon fontSize="small" />}>
      {close => <AccessDialog resource={resource} record={record} onClose={close} />}
    </DialogAction>
  )
}
