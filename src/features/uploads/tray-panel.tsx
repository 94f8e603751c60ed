import CloseIcon from '@mui/icons-material/Close'
import UpIcon from '@mui/icons-material/ExpandLess'
import DownIcon from '@mui/icons-material/ExpandMore'
import PauseIcon from '@mui/icons-material/Pause'
import PlayIcon from '@mui/icons-material/PlayArrow'
import RetryIcon from '@mui/icons-material/Refresh'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import ButtonBase from '@mui/material/ButtonBase'
import LinearProgress from '@mui/material/LinearProgress'
import Paper from '@mui/material/Paper'
import Stack from '@mui/material/Stack'
import TextField from '@mui/material/TextField'
import Typography from '@mui/material/Typography'
import { Suspense, useEffect, useRef, useState } from 'react'
import { Link, RecordContextProvider, useGetOne, useLocaleState, useTranslate } from 'react-admin'
import type { Resource } from '~/model/define'
import { resourceOf } from '~/model/registry'
import { videos } from '~/model/resources/videos'
import { useSlot } from '~/src/admin/admin-config'
import { FieldView } from '~/src/admin/fields/field-view'
import { TextAction } from '~/src/admin/show/text-action'
import { failureOf } from '~/src/api/contract/records'
import { useFailureText } from '~/src/ui/failure-text'
import { megabytes } from '~/src/ui/format'
import { IconAction } from '~/src/ui/icon-action'
import {
  type ItemStatus,
  isEnded,
  isSending,
  isUnderWay,
  type QueueItem,
  totalsOf,
} from '~/src/upload/queue/queue-item'
import type { UploadQueue } from '~/src/upload/queue/upload-queue'
import { serverMessage } from '~/src/upload/server-message'
import { useRefusalText } from '~/src/upload/use-refusal-text'
import { useMayOrder, VectoPreset } from './vecto-preset'

/** "5 min" or "13 s". */
const useTimeLeft = () => {
  const translate = useTranslate()
  return (seconds: number) =>
    seconds < 60
      ? translate('admin.upload.secondsLeft', { count: seconds })
      : translate('admin.upload.minutesLeft', { count: Math.ceil(seconds / 60) })
}

/** The reason an item was refused or failed, with the remedy. */
const useReason = () => {
  const translate = useTranslate()
  const failureText = useFailureText()
  const refusalText = useRefusalText()
  return ({ refusal, accept, error, plan, status }: QueueItem) => {
    if (refusal) return refusalText(refusal, accept)
    if (plan.problem) return translate(plan.problem)
    if (status !== 'failed') return ''
    const { status: answered, errors } = failureOf(error)
    const fields = Object.values(errors ?? {}).map(text => translate(text, { _: text }))
    if (fields.length > 0) return fields.join(' ')
    if (answered !== undefined) return failureText(error).text
    const message = serverMessage(error)
    return translate(message, { _: message })
  }
}

const useFigures = () => {
  const translate = useTranslate()
  const [locale] = useLocaleState()
  const timeLeft = useTimeLeft()
  return (item: QueueItem) => {
    const { sent, total, speed } = item
    const size = translate('admin.upload.of', {
      sent: megabytes(sent, locale),
      total: megabytes(total, locale),
    })
    if (!isSending(item) || speed <= 0) return size
    const pace = translate('admin.upload.speed', { speed: megabytes(speed, locale) })
    return [size, pace, timeLeft(Math.ceil((total - sent) / speed))].join(' · ')
  }
}

/** The state of an item in one line, with the reason if it is not sent. */
const useItemText = () => {
  const translate = useTranslate()
  const reason = useReason()
  const figures = useFigures()
  return (item: QueueItem) => {
    const percent = Math.round(item.checked * 100)
    const state = translate(`uploads.status.${item.status}`, { percent })
    const shown = ['queued', 'running', 'waiting', 'paused'].includes(item.status)
    return { line: shown ? `${state} · ${figures(item)}` : state, reason: reason(item) }
  }
}

const announced: readonly ItemStatus[] = ['completed', 'failed', 'refused', 'duplicate']
const hidden = {
  position: 'absolute',
  clipPath: 'inset(50%)',
  width: '1px',
  height: '1px',
  overflow: 'hidden',
}

/** Announces to screen readers which items are finished, failed or wait for an answer. */
const Announcer = ({ items }: { items: readonly QueueItem[] }) => {
  const translate = useTranslate()
  const textOf = useItemText()
  const known = useRef(new Map<number, ItemStatus>())
  const [text, setText] = useState('')
  // biome-ignore lint/correctness/useExhaustiveDependencies: what changed since is announced once
  useEffect(() => {
    const news = items.filter(
      ({ id, status }) => known.current.get(id) !== status && announced.includes(status),
    )
    known.current = new Map(items.map(({ id, status }) => [id, status]))
    if (news.length === 0) return
    setText(
      news
        .map(item => {
          const { line, reason } = textOf(item)
          return translate('uploads.announcement', { name: item.name, text: `${line} ${reason}`.trim() })
        })
        .join(' '),
    )
  }, [items])
  return (
    <Box role="status" aria-live="polite" sx={hidden}>
      {text}
    </Box>
  )
}

/** Milliseconds between two readings of a record that is being processed, where no live update arrives. */
const PACE = 5000

type MadeProps = { readonly resource: Resource; readonly id: string }

/** What becomes of a created record while the tray is open: its status, and its actions once it is completed. */
const MadeRecord = ({ resource, id }: MadeProps) => {
  const { actions: More } = useSlot(resource.slots?.actions)
  const field = resource.states?.field ?? ''
  const { data } = useGetOne(
    resource.name,
    { id },
    {
      refetchInterval: ({ state }) => (state.data?.[field] === resource.states?.initial ? PACE : false),
      onError: () => undefined,
    },
  )
  if (!data || !resource.states) return null
  return (
    <RecordContextProvider value={data}>
      <Box sx={{ mt: 0.5 }}>
        <FieldView resource={resource} path={field} />
      </Box>
      {data[field] === 'completed' && More && (
        <Suspense>
          <More resource={resource} Button={TextAction} />
        </Suspense>
      )}
    </RecordContextProvider>
  )
}

type TrayItemProps = { readonly queue: UploadQueue; readonly item: QueueItem }
type Act = 'pause' | 'resume' | 'retry' | 'cancel' | 'remove'

const icons = {
  ...{ pause: <PauseIcon />, resume: <PlayIcon />, retry: <RetryIcon /> },
  ...{ cancel: <CloseIcon />, remove: <CloseIcon /> },
}

/** The actions on an item, by its status. */
const acts: Readonly<Record<ItemStatus, readonly Act[]>> = {
  checking: ['cancel'],
  duplicate: [],
  refused: ['remove'],
  queued: ['pause', 'cancel'],
  running: ['pause', 'cancel'],
  waiting: ['pause', 'cancel'],
  paused: ['resume', 'cancel'],
  saving: [],
  completed: ['remove'],
  failed: ['retry', 'remove'],
  cancelled: ['retry', 'remove'],
}

/** The name to edit until the record is created, then its link, which takes over the focus of the input. */
const Name = ({ queue, item }: TrayItemProps) => {
  const translate = useTranslate()
  const { id, name, made } = item
  const typing = useRef(false)
  const link = useRef<HTMLAnchorElement>(null)
  useEffect(() => {
    if (made && typing.current && document.activeElement === document.body) link.current?.focus()
  }, [made])
  if (made)
    return (
      <Typography noWrap component={Link} ref={link} to={made.to} sx={{ display: 'block', fontWeight: 500 }}>
        {made.label}
      </Typography>
    )
  if (isEnded(item) || item.status === 'saving')
    return (
      <Typography noWrap sx={{ fontWeight: 500 }}>
        {name}
      </Typography>
    )
  return (
    <TextField
      variant="standard"
      size="small"
      fullWidth
      value={name}
      onChange={({ target }) => queue.rename(id, target.value)}
      onFocus={() => {
        typing.current = true
      }}
      onBlur={() => {
        typing.current = false
      }}
      slotProps={{
        htmlInput: { 'aria-label': translate('uploads.name', { name: item.plan.name }), maxLength: 200 },
      }}
    />
  )
}

const Twin = ({ queue, item: { id, twin, name } }: TrayItemProps) => {
  const translate = useTranslate()
  if (!twin) return null
  return (
    <>
      <Typography variant="body2">
        {translate(twin.to ? 'uploads.there' : 'uploads.twice')}{' '}
        {twin.to ? <Link to={twin.to}>{twin.label}</Link> : twin.label}
      </Typography>
      <Button
        size="small"
        onClick={() => queue.resume(id)}
        aria-label={translate('uploads.anywayOf', { name })}
      >
        {translate('uploads.anyway')}
      </Button>
      <Button
        size="small"
        color="inherit"
        onClick={() => void queue.remove(id)}
        aria-label={translate('uploads.skipOf', { name })}
      >
        {translate('uploads.skip')}
      </Button>
    </>
  )
}

const shareOf = ({ status, checked, sent, total }: QueueItem) =>
  status === 'checking' ? checked * 100 : total > 0 ? Math.min(100, (sent / total) * 100) : 0

/** One file or pair of files: its name, its progress, and its actions. */
const TrayItem = ({ queue, item }: TrayItemProps) => {
  const translate = useTranslate()
  const { line, reason } = useItemText()(item)
  const { id, name, status, twin, made } = item
  return (
    <Box component="li" sx={{ px: 2, py: 1.25, borderTop: 1, borderColor: 'divider' }}>
      <Stack direction="row" sx={{ alignItems: 'center', gap: 0.5 }}>
        <Box sx={{ flexGrow: 1, minWidth: 0 }}>
          <Name queue={queue} item={item} />
          <Typography variant="body2" sx={{ color: 'text.secondary', fontVariantNumeric: 'tabular-nums' }}>
            {line}
          </Typography>
        </Box>
        {acts[status].map(act => (
          <IconAction
            key={act}
            label={translate(`uploads.${act}`, { name })}
            icon={icons[act]}
            onClick={() => void queue[act](id)}
          />
        ))}
      </Stack>
      {reason && (
        <Typography variant="body2" sx={{ color: 'error.main', overflowWrap: 'anywhere' }}>
          {reason}
        </Typography>
      )}
      {made && <MadeRecord resource={resourceOf(item.plan.resource)} id={made.id} />}
      {status === 'duplicate' && twin && <Twin queue={queue} item={item} />}
      {!isEnded(item) && status !== 'duplicate' && (
        <LinearProgress
          variant="determinate"
          value={shareOf(item)}
          color={status === 'waiting' ? 'warning' : status === 'failed' ? 'error' : 'primary'}
          aria-label={translate('admin.upload.progress', { name })}
          sx={{ mt: 0.75, borderRadius: 1 }}
        />
      )}
    </Box>
  )
}

type Props = {
  readonly queue: UploadQueue
  readonly items: readonly QueueItem[]
  readonly open: boolean
  readonly onToggle: () => void
}

const place = {
  position: 'fixed',
  right: { xs: 0, sm: 16 },
  bottom: { xs: 0, sm: 16 },
  width: { xs: '100%', sm: 420 },
  zIndex: 'drawer',
  overflow: 'hidden',
  borderRadius: { xs: 0, sm: 1.5 },
} as const

/** Space at the end of the page, so that the tray covers no content permanently. */
const room = { height: 72 }

/** "3 of 7 files · 42 % · 5 min left" */
const useTitle = (items: readonly QueueItem[]) => {
  const translate = useTranslate()
  const timeLeft = useTimeLeft()
  const { done, files, percent, seconds, open } = totalsOf(items)
  const progress = [translate('uploads.title', { done, smart_count: files }), `${percent} %`]
  return [
    ...(files > 0 ? progress : [translate('uploads.tray')]),
    ...(seconds === undefined ? [] : [timeLeft(seconds)]),
    ...(open > 0 ? [translate('uploads.attention', { smart_count: open })] : []),
  ].join(' · ')
}

const AllActions = ({ queue, items }: Pick<Props, 'queue' | 'items'>) => {
  const translate = useTranslate()
  const shown = {
    pauseAll: items.some(item => isSending(item) || item.status === 'queued'),
    resumeAll: items.some(({ status }) => status === 'paused'),
    cancelAll: items.some(isUnderWay),
    clearEnded: items.some(isEnded),
  }
  const names = (['pauseAll', 'resumeAll', 'cancelAll', 'clearEnded'] as const).filter(name => shown[name])
  return (
    <Stack direction="row" sx={{ gap: 0.5, px: 1, pb: 0.5, flexWrap: 'wrap' }}>
      {names.map(name => (
        <Button key={name} size="small" color="inherit" onClick={() => void queue[name]()}>
          {translate(`uploads.${name}`)}
        </Button>
      ))}
    </Stack>
  )
}

/** True for a 360° video that is not created yet. */
const isVideoToCome = (item: QueueItem) => item.plan.resource === videos.name && isUnderWay(item)

/** The tray: a title with the total progress, and under it the items. */
export const TrayPanel = ({ queue, items, open, onToggle }: Props) => {
  const translate = useTranslate()
  const title = useTitle(items)
  const orders = useMayOrder() && items.some(isVideoToCome)
  return (
    <>
      <Box aria-hidden sx={room} />
      <Paper component="section" elevation={8} aria-label={translate('uploads.tray')} sx={place}>
        <ButtonBase
          onClick={onToggle}
          aria-expanded={open}
          aria-controls="upload-tray"
          sx={{ width: '100%', justifyContent: 'space-between', px: 2, py: 1.5, textAlign: 'left' }}
        >
          <Typography component="span" sx={{ fontWeight: 600, fontVariantNumeric: 'tabular-nums' }}>
            {title}
          </Typography>
          {open ? <DownIcon aria-hidden /> : <UpIcon aria-hidden />}
        </ButtonBase>
        <LinearProgress
          variant="determinate"
          value={totalsOf(items).percent}
          aria-label={translate('uploads.total')}
        />
        <Box id="upload-tray" hidden={!open}>
          {orders && (
            <Box sx={{ px: 2, py: 1 }}>
              <VectoPreset />
            </Box>
          )}
          <Box component="ul" sx={{ m: 0, p: 0, listStyle: 'none', maxHeight: '50vh', overflowY: 'auto' }}>
            {items.map(item => (
              <TrayItem key={item.id} queue={queue} item={item} />
            ))}
          </Box>
          <AllActions queue={queue} items={items} />
        </Box>
        <Announcer items={items} />
      </Paper>
    </>
  )
}
