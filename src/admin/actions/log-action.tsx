import LogIcon from '@mui/icons-material/ReceiptLongOutlined'
import { useTranslate } from 'react-admin'
import type { ActionsProps } from '~/src/admin/admin-config'
import { laterPart } from '~/src/ui/later-part'
import { DialogAction } from './dialog-action'

const LogDialog = laterPart(() => import('./log-dialog').then(file => file.LogDialog))

type Props = ActionsProps & { readonly refused?: string | undefined; readonly label?: string }

/** Shows what the processing machines logged for the record in context. */
export const LogAction = ({ resource, Button, refused, label = 'admin.log.open' }: Props) => (
  <DialogAction
    label={useTranslate()(label)}
    icon={<LogIcon fontSize="small" />}
    refused={refused}
    Button={Button}
  >
    {close => <LogDialog resource={resource} onClose={close} />}
  </DialogAction>
)
