import RefreshIcon from '@mui/icons-material/Autorenew'
import DeleteIcon from '@mui/icons-material/DeleteOutlined'
import EditIcon from '@mui/icons-material/EditOutlined'
import RestoreIcon from '@mui/icons-material/RestoreFromTrashOutlined'
import StopIcon from '@mui/icons-material/StopCircleOutlined'
import VisibilityIcon from '@mui/icons-material/VisibilityOutlined'
import { type ComponentType, type ReactNode, Suspense, useRef, useState } from 'react'
import { useDataProvider, useRecordContext, useRefresh, useTranslate } from 'react-admin'
import { canEverDo, isOutranked } from '~/model/access'
import type { Resource } from '~/model/define'
import { isDeleted, isRemoved } from '~/model/states'
import { actionKey, useOwnMessage, useSlot } from '~/src/admin/admin-config'
import { pathTo, useRecordTitle } from '~/src/admin/paths'
import { canActNow, mayAct, mayChange, mayOpen, mayRemove, useActor } from '~/src/admin/rights'
import type { PanelDataProvider } from '~/src/api/contract/panel-data-provider'
import { useFailureText, useToast } from '~/src/ui/failure-text'
import { type ActionProps, ActionSubject, IconAction } from '~/src/ui/icon-action'
import { laterPart, laterTexts } from '~/src/ui/later-part'

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
    // Among them is the message about its result. Without them its key is shown: the action must not seem to have failed.
    const texts = laterTexts.load().catch(() => undefined)
    try {
      await provider.act(resource, record.id, action)
      await texts
      toast(say(`done.${action}`, 'admin.done'), 'success')
      refresh()
    } catch (error) {
      await texts
      toast(textOf(error).text, 'error')
    } finally {
      running.current = false
    }
  }
}

const ActDialog = laterPart(() => import('./act-dialog').then(file => file.ActDialog))
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

/** Show, modify and the definition's actions, for the record of the row. */
export const RowButtons = ({ resource }: { resource: Resource }) => {
  const record = useRecordContext()
  const translate = useTranslate()
  const actor = useActor()
  const titleOf = useRecordTitle(resource)
  if (!record) return null
  const why = translate(isOutranked(resource, actor, record) ? 'admin.outranked' : 'errors.forbidden')
  return (
    // A click here, or in a dialog opened from here, is not a click on the row.
    // biome-ignore lint/a11y/noStaticElementInteractions: it takes no click itself.
    // biome-ignore lint/a11y/useKeyWithClickEvents: the keyboard's clicks are those of the buttons.
    <span onClick={event => event.stopPropagation()}>
      <ActionSubject value={titleOf(record)}>
        {resource.paths.show && (
          <IconAction
            label={translate('ra.action.show')}
            icon={<VisibilityIcon fontSize="small" />}
            to={pathTo(resource.name, 'show', record.id)}
            {...(mayOpen(resource, actor, record) ? {} : { refused: why })}
          />
        )}
        {resource.paths.edit && canEverDo(resource, 'update', actor) && !isDeleted(resource, record) && (
          <IconAction
            label={translate('ra.action.edit')}
            icon={<EditIcon fontSize="small" />}
            to={pathTo(resource.name, 'edit', record.id)}
            {...(mayChange(resource, actor, record) ? {} : { refused: why })}
          />
        )}
        <RecordActions resource={resource} Button={IconAction} />
      </ActionSubject>
    </span>
  )
}
