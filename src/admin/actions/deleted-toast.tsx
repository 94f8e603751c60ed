import Alert from '@mui/material/Alert'
import Button from '@mui/material/Button'
import { useState } from 'react'
import { type Identifier, useCloseNotification, useDataProvider, useRefresh, useTranslate } from 'react-admin'
import type { Resource } from '~/model/define'
import { uidOf } from '~/model/refs'
import { trashUid } from '~/model/resources/trash'
import type { Restorable } from '~/src/api/backend'
import type { PanelDataProvider } from '~/src/api/contract/panel-data-provider'
import { useFailureText } from '~/src/ui/failure-text'
import { useToast } from '~/src/ui/use-toast'

/**
 * The record whose action `restore` undoes a deletion: what the trash holds, or the record itself where it was only
 * marked; undefined if it is gone for good.
 */
export const undoOf = (
  resource: Resource,
  id: Identifier | undefined,
  trashDays: number,
): Restorable | undefined => {
  if (id === undefined) return undefined
  if (trashDays > 0) return { resource: 'trash', id: trashUid(resource.name, uidOf(String(id))) }
  return resource.removal !== 'final' && resource.actions?.restore
    ? { resource: resource.name, id }
    : undefined
}

type UndoProps = {
  readonly way: Restorable
  /** Says what was deleted. */
  readonly text: string
  readonly variant?: 'filled'
  readonly onDone: () => void
}

/** Says that a record is deleted, and undoes it. */
export const UndoAlert = ({ way, text, variant, onDone }: UndoProps) => {
  const provider = useDataProvider<PanelDataProvider>()
  const translate = useTranslate()
  const refresh = useRefresh()
  const toast = useToast()
  const textOf = useFailureText()
  const [busy, setBusy] = useState(false)
  const undo = async () => {
    setBusy(true)
    try {
      await provider.act(way.resource, way.id, 'restore')
      toast(translate('admin.trash.undone'), 'success')
      refresh()
    } catch (error) {
      toast(textOf(error).text, 'error')
    }
    onDone()
  }
  return (
    <Alert
      severity="success"
      {...(variant && { variant })}
      role="status"
      action={
        <Button color="inherit" size="small" loading={busy} onClick={undo}>
          {translate('admin.trash.undo')}
        </Button>
      }
    >
      {text}
    </Alert>
  )
}

/** The same, where it goes by itself. */
export const DeletedToast = ({ way }: Pick<UndoProps, 'way'>) => {
  const translate = useTranslate()
  const close = useCloseNotification()
  const text = translate('ra.notification.deleted', { smart_count: 1 })
  return <UndoAlert way={way} text={text} variant="filled" onDone={close} />
}
