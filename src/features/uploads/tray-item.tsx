import CloseIcon from '@mui/icons-material/Close'
import PauseIcon from '@mui/icons-material/Pause'
import PlayIcon from '@mui/icons-material/PlayArrow'
import RetryIcon from '@mui/icons-material/Refresh'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import LinearProgress from '@mui/material/LinearProgress'
import Stack from '@mui/material/Stack'
import TextField from '@mui/material/TextField'
import Typography from '@mui/material/Typography'
import { Link, useTranslate } from 'react-admin'
import { IconAction } from '~/src/ui/icon-action'
import { type ItemStatus, isEnded, type QueueItem } from '~/src/upload/queue/queue-item'
import type { UploadQueue } from '~/src/upload/queue/upload-queue'
import { useItemText } from './use-item-text'

type Props = { readonly queue: UploadQueue; readonly item: QueueItem }
type Act = 'pause' | 'resume' | 'retry' | 'cancel' | 'remove'

const icons = {
  ...{ pause: <PauseIcon />, resume: <PlayIcon />, retry: <RetryIcon /> },
  ...{ cancel: <CloseIcon />, remove: <CloseIcon /> },
}

/** What can be done with an item, by its status. */
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

const Name = ({ queue, item }: Props) => {
  const translate = useTranslate()
  const { id, name, made } = item
  if (made)
    return (
      <Typography noWrap component={Link} to={made.to} sx={{ display: 'block', fontWeight: 500 }}>
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
      slotProps={{
        htmlInput: { 'aria-label': translate('uploads.name', { name: item.plan.name }), maxLength: 200 },
      }}
    />
  )
}

const Twin = ({ queue, item: { id, twin, name } }: Props) => {
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

/** One file or pair of files: its name, how far it is, and what can be done. */
export const TrayItem = ({ queue, item }: Props) => {
  const translate = useTranslate()
  const { line, reason } = useItemText()(item)
  const { id, name, status, twin } = item
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
