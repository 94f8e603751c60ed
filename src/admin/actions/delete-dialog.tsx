import Alert from '@mui/material/Alert'
import Box from '@mui/material/Box'
import Stack from '@mui/material/Stack'
import TextField from '@mui/material/TextField'
import Typography from '@mui/material/Typography'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import {
  Confirm,
  useDataProvider,
  useDelete,
  useNotify,
  useRecordContext,
  useRefresh,
  useTimeout,
  useTranslate,
} from 'react-admin'
import { labelOf } from '~/model/access'
import type { Resource } from '~/model/define'
import { type Link, link } from '~/model/fields'
import { isObject } from '~/model/objects'
import { resolveRef, resourceOf } from '~/model/registry'
import { useOwnMessage } from '~/src/admin/admin-config'
import { LinkView } from '~/src/admin/fields/kinds'
import type { PanelDataProvider } from '~/src/api/contract/panel-data-provider'
import { useFailureText, useToast } from '~/src/ui/failure-text'
import { inLatinDigits } from '~/src/ui/format'
import { DeletedToast, undoOf } from './deleted-toast'

export type Effect = 'blocked' | 'deleted' | 'cleared'

/** `count` records of a kind that link to a record, and the first of those that the user may read. */
type Use = {
  readonly resource: string
  readonly field: string
  readonly count: number
  /** Effect of the deletion on these records. */
  readonly effect: Effect
  readonly records: readonly Link[]
}

/** Uses of a record that a deletion affects. `trashDays`: days in which it can be undone; 0: not at all. */
export type Uses = { readonly uses: readonly Use[]; readonly trashDays: number }

const isUses = (answer: unknown): answer is Uses => isObject(answer) && Array.isArray(answer.uses)

/** Default for a backend without this call. */
const noUses: Uses = { uses: [], trashDays: 0 }

const usesIn = (answer: unknown): Uses => (isUses(answer) ? answer : noUses)

/**
 * Uses of the record in context, and how long its deletion can be undone. Empty while `isPending`, and if the request
 * fails.
 */
const useUses = ({ name }: Resource) => {
  const provider = useDataProvider<PanelDataProvider>()
  const record = useRecordContext()
  const { data = noUses, isPending } = useQuery({
    queryKey: [name, 'uses', record?.id],
    queryFn: async () => usesIn(await provider.part(name, record?.id ?? '', 'uses')),
    // Static: the record no longer exists when all queries are refetched after the deletion.
    staleTime: 'static',
    gcTime: 0,
    retry: false,
  })
  return { ...data, isPending }
}

const UseLine = ({ use }: { use: Use }) => {
  const translate = useTranslate()
  const kind = translate(`resources.${use.resource}.name`, { smart_count: use.count })
  const unnamed = use.count - use.records.length
  return (
    <li>
      {use.records.length > 0
        ? translate('admin.uses.named', { count: use.count, kind })
        : `${use.count} ${kind}`}
      {use.records.map((value, index) => (
        <span key={value.ref}>
          {index > 0 && ', '}
          <LinkView
            resource={resourceOf(use.resource)}
            path={use.field}
            field={link(resolveRef(value.ref)?.resource.name ?? '')}
            value={value}
          />
        </span>
      ))}
      {use.records.length > 0 && unnamed > 0 && ` ${translate('admin.uses.more', { smart_count: unnamed })}`}
    </li>
  )
}

const headings = [
  { effect: 'blocked', key: 'admin.uses.blocks' },
  { effect: 'deleted', key: 'admin.uses.deleted' },
  { effect: 'cleared', key: 'admin.uses.title' },
] as const

/** Records that link to this one; those that prevent the deletion come first. */
const UsesList = ({ uses }: { uses: readonly Use[] }) => {
  const translate = useTranslate()
  return headings.map(({ effect, key }) => {
    const some = uses.filter(use => use.effect === effect)
    if (some.length === 0) return null
    return (
      <div key={key}>
        <Typography>{translate(key)}</Typography>
        <Box component="ul" sx={{ my: 0.5, pl: 3, overflowWrap: 'anywhere' }}>
          {some.map(use => (
            <UseLine key={`${use.resource}.${use.field}`} use={use} />
          ))}
        </Box>
      </div>
    )
  })
}

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

/** Milliseconds that the dialog waits for the uses before it opens. */
const PATIENCE = 500
/** Milliseconds in which a deletion can be undone from its toast: long enough to reach it by keyboard. */
const UNDO_TIME = 15_000

const useRemoval = ({ resource, onDeleted, onClose }: Props, trashDays: number) => {
  const record = useRecordContext()
  const [remove, { isPending, error }] = useDelete()
  const notify = useNotify()
  const toast = useToast()
  const ownMessage = useOwnMessage(resource.name)
  const refresh = useRefresh()
  const start = (meta?: { delay: number }) => {
    const onSuccess = () => {
      const restorable = undoOf(resource, record?.id, trashDays)
      const text = ownMessage('notifications.deleted', 'ra.notification.deleted', { smart_count: 1 })
      if (restorable)
        notify(<DeletedToast restorable={restorable} text={text} />, {
          type: 'success',
          autoHideDuration: UNDO_TIME,
        })
      else toast(text, 'success')
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

/** What the deletion does: the resource's own words, and until when it can be undone. */
const useConsequences = ({ name, removal }: Resource, trashDays: number, days: number) => {
  const translate = useTranslate()
  const end = () => {
    if (removal === 'delayed')
      return translate(days > 0 ? 'admin.delete.delayed' : 'admin.delete.nextCleanUp', { smart_count: days })
    return trashDays > 0
      ? translate('admin.trash.kept', { smart_count: trashDays })
      : translate('admin.delete.text')
  }
  return [translate(`resources.${name}.deleteText`, { _: '' }), end()].filter(text => text !== '')
}

/** Confirms a deletion; for a delayed deletion, the user also enters the number of days. */
export const DeleteDialog = (props: Props) => {
  const { resource, onClose } = props
  const say = useOwnMessage(resource.name)
  const [delay, setDelay] = useState('0')
  const { uses, trashDays, isPending: isReading } = useUses(resource)
  const isSlow = useTimeout(PATIENCE)
  const { record, isPending, error, start } = useRemoval(props, trashDays)
  const reasonOf = useReason(resource, record)
  const delayed = resource.removal === 'delayed'
  const days = delayed && isDelay(delay) ? Number(inLatinDigits(delay)) : 0
  const name = record ? labelOf(resource, record) : ''
  const texts = useConsequences(resource, trashDays, days)
  const confirm = () => {
    if (!delayed) start()
    else if (isDelay(delay)) start({ delay: days })
  }
  return (
    <Confirm
      // Waits for the uses: rendered later, they would move the buttons away from the pointer.
      isOpen={!isReading || isSlow}
      loading={isPending}
      title={say('deleteTitle', 'admin.delete.title', { name })}
      content={
        <Stack sx={{ gap: 2 }}>
          {texts.map(text => (
            <Typography key={text}>{text}</Typography>
          ))}
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
