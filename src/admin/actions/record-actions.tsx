import DeleteIcon from '@mui/icons-material/DeleteOutlined'
import { type ComponentType, Suspense, useState } from 'react'
import { useRecordContext, useTranslate } from 'react-admin'
import { isOutranked } from '~/model/access'
import type { Resource } from '~/model/define'
import { isRemoved } from '~/model/states'
import { ActButton } from '~/src/admin/actions/act-button'
import { useSlot } from '~/src/admin/admin-config'
import { availableActions, mayRemove, useActor } from '~/src/admin/rights'
import type { ActionProps } from '~/src/ui/icon-action'
import { laterPart } from '~/src/ui/later-part'

const DeleteDialog = laterPart(() => import('./delete-dialog').then(file => file.DeleteDialog))

type Props = {
  readonly resource: Resource
  readonly Button: ComponentType<ActionProps>
  readonly onDeleted?: () => void
}

const DeleteAction = ({ resource, Button, onDeleted }: Props) => {
  const translate = useTranslate()
  const record = useRecordContext()
  const actor = useActor()
  const [asking, setAsking] = useState(false)
  const refused = record && isOutranked(resource, actor, record) ? translate('admin.outranked') : undefined
  return (
    <>
      <Button
        label={translate('ra.action.delete')}
        icon={<DeleteIcon fontSize="small" />}
        colour="error"
        onClick={() => setAsking(true)}
        {...(refused ? { refused } : {})}
      />
      {asking && (
        <Suspense>
          <DeleteDialog resource={resource} onDeleted={onDeleted} onClose={() => setAsking(false)} />
        </Suspense>
      )}
    </>
  )
}

/** The actions available on the record in context, by its grants and its state. */
export const RecordActions = (props: Props) => {
  const { resource } = props
  const record = useRecordContext()
  const actor = useActor()
  const { actions: More } = useSlot(resource.slots?.actions)
  if (!record) return null
  const outranked = isOutranked(resource, actor, record)
  return (
    <>
      {More && (
        <Suspense>
          <More resource={resource} Button={props.Button} />
        </Suspense>
      )}
      {availableActions(resource, actor, record).map(action => (
        <ActButton key={action} {...props} action={action} />
      ))}
      {(mayRemove(resource, actor, record) || outranked) && !isRemoved(resource, record) && (
        <DeleteAction {...props} />
      )}
    </>
  )
}
