import Alert from '@mui/material/Alert'
import Stack from '@mui/material/Stack'
import TextField from '@mui/material/TextField'
import Typography from '@mui/material/Typography'
import { useState } from 'react'
import {
  Confirm,
  useDelete,
  useNotify,
  useRecordContext,
  useRefresh,
  useTimeout,
  useTranslate,
} from 'react-admin'
import { labelOf } from '~/model/access'
import type { Resource } from '~/model/define'
import { useOwnMessage } from '~/src/admin/labels'
import { useFailureText } from '~/src/ui/failure-text'
import { inLatinDigits } from '~/src/ui/read-number'
import { DeletedToast, undoOf } from './deleted-toast'
import { UsesList, useUses } from './uses-list'

type Props = { readonly resource: Resource; readonly onDeleted?: () => void; readonly onClose: () => void }

const isDelay = (text: string) => /^\d{1,4}$/.test(inLatinDigits(text).trim())

const DelayField = ({ value, onChange }: { value: string; onChange: (value: string) => void }) => {
  const translate = useTranslate()
  return (
    <TextField
      required
      label={translate('admin.delete.delay')}
      helperText={translate(isDelay(value) ? 'admin.delete.delayHelp' : 'admin.delete.delayWrong')}
      error={!isDelay(value)}
      value={value}
      onChange={event => onChange(event.target.value)}
      slotProps={{
        htmlInput: { role: 'spinbutton', inputMode: 'numeric', 'aria-valuemin': 0, 'aria-required': true },
      }}
    />
  )
}

/** Milliseconds that the dialog waits for what it tells. */
const PATIENCE = 500
/** Milliseconds in which a deletion can be undone from its toast: long enough to reach it by keyboard. */
const UNDO_TIME = 15_000

const useRemoval = ({ resource, onDeleted, onClose }: Props, trashDays: number) => {
  const record = useRecordContext()
  const [remove, { isPending, error }] = useDelete()
  const notify = useNotify()
  const refresh = useRefresh()
  const start = (meta?: { delay: number }) => {
    const onSuccess = () => {
      const way = undoOf(resource, record?.id, trashDays)
      if (way) notify(<DeletedToast way={way} />, { type: 'success', autoHideDuration: UNDO_TIME })
      else notify('ra.notification.deleted', { type: 'success', messageArgs: { smart_count: 1 } })
      onClose()
      onDeleted?.()
      refresh()
    }
    remove(resource.name, { id: record?.id ?? '', previousData: record, meta }, { onSuccess })
  }
  return { record, isPending, error, start }
}

/** The reason a deletion failed, in the resource's own message if it has one, per state if it has states. */
const useReason = ({ name, states }: Resource, record: Readonly<Record<string, unknown>> | undefined) => {
  const textOf = useFailureText()
  const say = useOwnMessage(name)
  const state = states && record ? `.${record[states.field]}` : ''
  return (error: unknown) =>
    say(`deleteFailed${state}`, 'admin.delete.failed', { reason: textOf(error).text })
}

/** Confirms a deletion; a delayed deletion also asks for the number of days. */
export const DeleteDialog = (props: Props) => {
  const { resource, onClose } = props
  const translate = useTranslate()
  const say = useOwnMessage(resource.name)
  const [delay, setDelay] = useState('0')
  const { uses, trashDays, isPending: isReading } = useUses(resource)
  const isSlow = useTimeout(PATIENCE)
  const { record, isPending, error, start } = useRemoval(props, trashDays)
  const reasonOf = useReason(resource, record)
  const delayed = resource.removal === 'delayed'
  const days = delayed && isDelay(delay) ? Number(inLatinDigits(delay)) : 0
  const name = record ? labelOf(resource, record) : ''
  const confirm = () => {
    if (!delayed) start()
    else if (isDelay(delay)) start({ delay: days })
  }
  return (
    <Confirm
      // What arrives later would move the buttons away from the pointer.
      isOpen={!isReading || isSlow}
      loading={isPending}
      title={say('deleteTitle', 'admin.delete.title', { name })}
      content={
        <Stack sx={{ gap: 2 }}>
          <Typography>
            {days > 0
              ? translate('admin.delete.delayed', { smart_count: days })
              : say('deleteText', 'admin.delete.text')}
          </Typography>
          {trashDays > 0 && (
            <Typography>{translate('admin.trash.kept', { smart_count: trashDays })}</Typography>
          )}
          <UsesList uses={uses} />
          {delayed && <DelayField value={delay} onChange={setDelay} />}
          {error !== null && <Alert severity="error">{reasonOf(error)}</Alert>}
        </Stack>
      }
      confirm="ra.action.delete"
      confirmColor="warning"
      onConfirm={confirm}
      onClose={onClose}
    />
  )
}
