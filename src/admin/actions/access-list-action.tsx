import PeopleIcon from '@mui/icons-material/ManageAccountsOutlined'
import { useRecordContext, useTranslate } from 'react-admin'
import { isDisabledNow } from '~/model/access'
import { type ActionsProps, labelKey, useOwnMessage } from '~/src/admin/admin-config'
import { mayChange, useActor } from '~/src/admin/rights'
import { laterPart } from '~/src/ui/later-part'
import { DialogAction } from './dialog-action'

const AccessListDialog = laterPart(() => import('./access-list-dialog').then(file => file.AccessListDialog))

const PATH = 'accessList'
const PATHS = [PATH, 'accessGroups'] as const

/** Edits who may open the record in context; disabled while the record's state forbids changes. */
export const AccessListAction = ({ resource, Button }: ActionsProps) => {
  const translate = useTranslate()
  const say = useOwnMessage(resource.name)
  const record = useRecordContext()
  const actor = useActor()
  const field = resource.fields[PATH]
  if (!record || !field || !mayChange(resource, actor, record)) return null
  return (
    <DialogAction
      label={translate(labelKey(resource.name, PATH))}
      icon={<PeopleIcon fontSize="small" />}
      refused={
        isDisabledNow(resource, field, record) ? say('onlyCompleted', 'validation.not_now') : undefined
      }
      Button={Button}
    >
      {close => <AccessListDialog resource={resource} paths={PATHS} onClose={close} />}
    </DialogAction>
  )
}
