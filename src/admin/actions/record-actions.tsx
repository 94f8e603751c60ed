import RefreshIcon from '@mui/icons-material/Autorenew'
import DeleteIcon from '@mui/icons-material/DeleteOutlined'
import RestoreIcon from '@mui/icons-material/RestoreFromTrashOutlined'
import StopIcon from '@mui/icons-material/StopCircleOutlined'
import { type ComponentType, type ReactNode, Suspense, useRef, useState } from 'react'
import { useDataProvider, useRecordContext, useRefresh, useTranslate } from 'react-admin'
import { isOutranked } from '~/model/accounts'
import type { Resource } from '~/model/define'
import { isRemoved } from '~/model/states'
import { actionKey, useOwnMessage, useSlot } from '~/src/admin/admin-config'
import { canActNow, mayAct, mayRemove, useActor } from '~/src/admin/rights'
import type { PanelDataProvider } from '~/src/api/contract/panel-data-provider'
import { useFailureText, useToast } from '~/src/ui/failure-text'
import type { ActionProps } from '~/src/ui/icon-action'
import { laterPart } from '~/src/ui/later-part'
import { lazyPart } from '~/src/ui/lazy-part'

/** Performs an action of the definition on the record in context, then refreshes all data; once, until it is answered. */
const useAct = (resource: string, action: string) => {
  const provider = useDataProvider<PanelDataProvider>()
  const record = useRecordContext()
  const toast = useToast()
  const refresh = useRefresh()
  const say = useOwnMessage(resource)
  const textOf = useFailureText()
  const running = useRef(false)
  return async () => {
    if (!record || running.current) return
    running.current = true
    try {
      await provider.act(resource, record.id, action)
      toast(say(`done.${action}`, 'admin.done'), 'success')
      refresh()
    } catch (error) {
      toast(textOf(error).text, 'error')
    } finally {
      running.current = false
    }
  }
}

const ActDialog = lazyPart(() => import('./act-dialog').then(file => file.ActDialog))
const DeleteDialog = laterPart(() => import('./delete-dialog').then(file => file.DeleteDialog))

type Props = {
  readonly resource: Resource
  readonly Button: ComponentType<ActionProps>
  readonly onDeleted?: () => void
}

const icons: Readonly<Record<string, ReactNode>> = {
  restore: <RestoreIcon fontSize="small" />,
  cancel: <StopIcon fontSize="small" />,
}

const ActButton = ({ resource, Button, action }: Props & { action: string }) => {
  const translate = useTranslate()
  const [asking, setAsking] = useState(false)
  const act = useAct(resource.name, action)
  const label = translate(actionKey(resource.name, action))
  const ask = resource.actions?.[action]?.confirm === true
  return (
    <>
      <Button
        label={label}
        icon={icons[action] ?? <RefreshIcon fontSize="small" />}
        onClick={() => (ask ? setAsking(true) : act())}
      />
      {asking && (
        <Suspense>
          <ActDialog resource={resource} action={action} onConfirm={act} onClose={() => setAsking(false)} />
        </Suspense>
      )}
    </>
  )
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
  const actions = Object.entries(resource.actions ?? {}).flatMap(([action, { ownButton }]) =>
    !ownButton && mayAct(resource, action, actor, record) && canActNow(resource, action, record)
      ? [action]
      : [],
  )
  const outranked = isOutranked(resource, actor, record)
  return (
    <>
      {More && (
        <Suspense>
          <More resource={resource} Button={props.Button} />
        </Suspense>
      )}
      {actions.map(action => (
        <ActButton key={action} {...props} action={action} />
      ))}
      {(mayRemove(resource, actor, record) || outranked) && !isRemoved(resource, record) && (
        <DeleteAction {...props} />
      )}
    </>
  )
}
