import LogIcon from '@mui/icons-material/ReceiptLongOutlined'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Dialog from '@mui/material/Dialog'
import DialogActions from '@mui/material/DialogActions'
import DialogContent from '@mui/material/DialogContent'
import DialogTitle from '@mui/material/DialogTitle'
import TextField from '@mui/material/TextField'
import { type RefObject, useId, useRef } from 'react'
import { useLocaleState, useRecordContext, useTranslate } from 'react-admin'
import type { Resource } from '~/model/define'
import { isObject } from '~/model/objects'
import { useRecordTitle } from '~/src/admin/paths'
import { useLazyField } from '~/src/admin/use-lazy-field'
import { failureOf } from '~/src/api/contract/records'
import { formatInstant } from '~/src/ui/dates'
import { EmptyState, ListFailure, ListSkeleton } from '~/src/ui/page'
import { useCopy } from '~/src/ui/use-copy'

type Props = { readonly resource: Resource; readonly onClose: () => void }
type Log = { readonly log: string; readonly createdAt: string }

/** Number of rows of the log's text area (specification §9). */
const ROWS = 40

const readLog = (sent: unknown): Log => {
  const { log, createdAt } = isObject(sent) ? sent : {}
  return { log: String(log ?? ''), createdAt: String(createdAt ?? '') }
}

const area = {
  '& textarea': { fontFamily: 'ui-monospace, Consolas, monospace', fontSize: 13, whiteSpace: 'pre' },
} as const

const LogText = ({ log, createdAt, place }: Log & { place: RefObject<HTMLTextAreaElement | null> }) => {
  const translate = useTranslate()
  const [locale] = useLocaleState()
  const date = formatInstant(createdAt, locale)
  return (
    <TextField
      multiline
      fullWidth
      rows={ROWS}
      value={log}
      inputRef={place}
      label={translate('admin.log.open')}
      helperText={date && translate('admin.log.written', { date })}
      slotProps={{ htmlInput: { readOnly: true, spellCheck: false, style: { overflow: 'auto' } } }}
      sx={area}
    />
  )
}

/** Copies the content of the text area; where the clipboard is unavailable, the text stays selected. */
const useCopyOf = (place: RefObject<HTMLTextAreaElement | null>) => {
  const copy = useCopy()
  return async () => {
    place.current?.select()
    if (!(await copy(place.current?.value ?? ''))) place.current?.focus()
  }
}

type ContentProps = {
  readonly log: ReturnType<typeof useLazyField>
  readonly place: RefObject<HTMLTextAreaElement | null>
}

const Content = ({ log: { data, error, isPending, refetch }, place }: ContentProps) => {
  const translate = useTranslate()
  if (isPending) return <ListSkeleton />
  if (failureOf(error).status === 404)
    return <EmptyState icon={LogIcon} title={translate('admin.log.none')} />
  if (error) return <ListFailure error={error} onRetry={refetch} />
  return <LogText {...readLog(data)} place={place} />
}

/** The log of the record in context, to read and to copy. */
export const LogDialog = ({ resource, onClose }: Props) => {
  const translate = useTranslate()
  const titleOf = useRecordTitle(resource)
  const titleId = useId()
  const record = useRecordContext()
  const log = useLazyField(resource.name, record?.id ?? '', 'log')
  const place = useRef<HTMLTextAreaElement>(null)
  const copy = useCopyOf(place)
  if (!record) return null
  return (
    <Dialog open onClose={onClose} fullWidth maxWidth="md" aria-labelledby={titleId}>
      <DialogTitle id={titleId}>{translate('admin.log.title', { name: titleOf(record) })}</DialogTitle>
      <DialogContent>
        {/* Padding for the label, which MUI clips below a title. */}
        <Box sx={{ pt: 1 }}>
          <Content log={log} place={place} />
        </Box>
      </DialogContent>
      <DialogActions>
        {log.isSuccess && <Button onClick={copy}>{translate('admin.copy.do')}</Button>}
        <Button onClick={onClose}>{translate('ra.action.close')}</Button>
      </DialogActions>
    </Dialog>
  )
}
