import CloseIcon from '@mui/icons-material/Close'
import PauseIcon from '@mui/icons-material/Pause'
import PlayIcon from '@mui/icons-material/PlayArrow'
import Box from '@mui/material/Box'
import LinearProgress from '@mui/material/LinearProgress'
import Stack from '@mui/material/Stack'
import Typography from '@mui/material/Typography'
import { useLocaleState, useTranslate } from 'react-admin'
import { megabytes } from '~/src/ui/format'
import { IconAction } from '~/src/ui/icon-action'
import type { UploadState } from './upload-state'

type Props = {
  readonly state: UploadState
  readonly onPause: () => void
  readonly onResume: () => void
  readonly onCancel: () => void
}

const timeLeft = ({ sent, total, speed }: UploadState) => {
  if (speed <= 0) return null
  const seconds = Math.ceil((total - sent) / speed)
  return seconds < 60
    ? { key: 'admin.upload.secondsLeft', seconds }
    : { key: 'admin.upload.minutesLeft', seconds: Math.ceil(seconds / 60) }
}

/** "3.2 / 18.4 MB · 1.2 MB/s · 13 s left" */
const useFigures = (state: UploadState) => {
  const translate = useTranslate()
  const [locale] = useLocaleState()
  const left = timeLeft(state)
  const size = translate('admin.upload.of', {
    sent: megabytes(state.sent, locale),
    total: megabytes(state.total, locale),
  })
  if (state.status !== 'running' || !left) return size
  const speed = translate('admin.upload.speed', { speed: megabytes(state.speed, locale) })
  return [size, speed, translate(left.key, { count: left.seconds })].join(' · ')
}

/** The progress of an upload, with buttons to pause, resume and cancel it. */
export const UploadProgress = ({ state, onPause, onResume, onCancel }: Props) => {
  const translate = useTranslate()
  const figures = useFigures(state)
  const percent = state.total > 0 ? Math.min(100, (state.sent / state.total) * 100) : 0
  const held = state.status === 'paused'
  return (
    <Box sx={{ border: 1, borderColor: 'divider', borderRadius: 1, p: 2 }}>
      <Stack direction="row" sx={{ alignItems: 'center', gap: 1 }}>
        <Box sx={{ flexGrow: 1, minWidth: 0 }}>
          <Typography noWrap sx={{ fontWeight: 500 }}>
            {state.name}
          </Typography>
          <Typography variant="body2" sx={{ color: 'text.secondary', fontVariantNumeric: 'tabular-nums' }}>
            {translate(`admin.upload.status.${state.status}`)} · {figures}
          </Typography>
        </Box>
        <IconAction
          label={translate(held ? 'admin.upload.resume' : 'admin.upload.pause')}
          icon={held ? <PlayIcon /> : <PauseIcon />}
          onClick={held ? onResume : onPause}
        />
        <IconAction label={translate('admin.upload.cancel')} icon={<CloseIcon />} onClick={onCancel} />
      </Stack>
      <LinearProgress
        variant="determinate"
        value={percent}
        color={state.status === 'waiting' ? 'warning' : 'primary'}
        aria-label={translate('admin.upload.progress', { name: state.name })}
        sx={{ mt: 1.5, borderRadius: 1, height: 6 }}
      />
    </Box>
  )
}
