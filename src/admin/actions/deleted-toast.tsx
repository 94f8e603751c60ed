import Alert from '@mui/material/Alert'
import Button from '@mui/material/Button'
import { useState } from 'react'
import { type Identifier, useCloseNotification, useDataProvider, useRefresh, useTranslate } from 'react-admin'
import type { Resource } from '~/model/define'
import { uidOf } from '~/model/refs'
import { trashUid } from '~/model/resources/trash'
import type { Restorable } from '~/src/api/backend'
import type { PanelDataProvider } from '~/src/api/contract/panel-data-provider'
import { useFailureText, useToast } from '~/src/ui/failure-text'

/**
 * The record whose action `restore` undoes a deletion: its trash entry, or the record itself if it was only marked as
 * deleted; undefined if the deletion is final.
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
  readonly restorable: Restorable
  /** The message: the deleted record. */
  readonly text: string
  readonly variant?: 'filled'
  readonly onDone: () => void
}

/** Reports a deletion, with a button that undoes it. */
export const UndoAlert = ({ restorable, text, variant, onDone }: UndoProps) => {
  const provider = useDataProvider<PanelDataProvider>()
  const translate = useTranslate()
  const refresh = useRefresh()
  const toast = useToast()
  const textOf = useFailureText()
  const [busy, setBusy] = useState(false)
  const undo = async () => {
    setBusy(true)
    try {
      await provider.act(restorable.resource, restorable.id, 'restore')
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

/** An `UndoAlert` as a toast, which closes by itself. */
export const DeletedToast = ({ restorable, text }: Pick<UndoProps, 'restorable' | 'text'>) => {
  const close = useCloseNotification()
  return <UndoAlert restorable={restorable} text={text} variant="filled" onDone={close} />
}
