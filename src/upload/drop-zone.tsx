import CloseIcon from '@mui/icons-material/Close'
import CloudUploadIcon from '@mui/icons-material/CloudUploadOutlined'
import PauseIcon from '@mui/icons-material/Pause'
import PlayIcon from '@mui/icons-material/PlayArrow'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import LinearProgress from '@mui/material/LinearProgress'
import Stack from '@mui/material/Stack'
import Typography from '@mui/material/Typography'
import { type DragEvent, useId, useState } from 'react'
import { useLocaleState, useTranslate } from 'react-admin'
import { megabytes } from '~/src/ui/format'
import { IconAction } from '~/src/ui/icon-action'
import { offeredTypes } from './accepts'
import { droppedFiles } from './dropped-files'
import type { UploadState } from './use-upload'

type UploadProgressProps = {
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
export const UploadProgress = ({ state, onPause, onResume, onCancel }: UploadProgressProps) => {
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

type Props = {
  readonly label: string
  readonly accept?: readonly string[]
  readonly invalid: boolean
  readonly required?: boolean
  readonly describedBy: string
  /** Allows dropping or selecting several files together. */
  readonly multiple?: boolean
  readonly text?: string
  readonly onFiles: (files: readonly File[]) => void
}

const styles = (active: boolean, invalid: boolean) => ({
  display: 'grid',
  justifyItems: 'center',
  gap: 1,
  p: 3,
  borderRadius: 1,
  border: '1.5px dashed',
  borderColor: invalid ? 'error.main' : active ? 'primary.main' : 'action.disabled',
  bgcolor: active ? 'action.hover' : undefined,
  transition: 'border-color 120ms, background-color 120ms',
})

/** The input takes the focus and the click; its label only looks like a button. */
const looksPressed = { component: 'label', role: undefined, tabIndex: -1 } as const

const focusRing = { '&:focus-within': { outline: '2px solid', outlineOffset: 2 } } as const

/** Whether files are over an element, and the handlers of the element that accept them. */
export const useDrop = (onFiles: Props['onFiles']) => {
  const [active, setActive] = useState(false)
  const over = (event: DragEvent) => {
    event.preventDefault()
    setActive(true)
  }
  const drop = (event: DragEvent) => {
    event.preventDefault()
    setActive(false)
    void droppedFiles(event.dataTransfer).then(files => files.length > 0 && onFiles(files))
  }
  return { active, handlers: { onDragOver: over, onDragLeave: () => setActive(false), onDrop: drop } }
}

/** Opens the dialog of files: by keyboard too, since the file input itself takes the focus. */
export const FileButton = ({
  label,
  accept,
  invalid,
  required,
  describedBy,
  multiple = false,
  text = 'admin.upload.choose',
  onFiles,
}: Props) => {
  const translate = useTranslate()
  const id = useId()
  return (
    <Button {...looksPressed} variant="outlined" size="small" sx={focusRing}>
      {translate(text)}
      <Box
        component="input"
        type="file"
        id={id}
        aria-label={label}
        aria-describedby={describedBy}
        aria-invalid={invalid}
        aria-required={required}
        accept={offeredTypes(accept)}
        multiple={multiple}
        sx={{ position: 'absolute', opacity: 0, width: '1px', height: '1px', cursor: 'pointer' }}
        onChange={event => {
          const input = event.currentTarget
          if (input.files?.length) onFiles([...input.files])
          // Allows choosing the same file again.
          input.value = ''
        }}
      />
    </Button>
  )
}

/** Accepts files, dropped or chosen. */
export const DropZone = (props: Props) => {
  const {
    label,
    accept,
    invalid,
    required,
    describedBy,
    multiple = false,
    text = 'admin.upload.drop',
    onFiles,
  } = props
  const translate = useTranslate()
  const { active, handlers } = useDrop(onFiles)
  return (
    <Box {...handlers} sx={styles(active, invalid)}>
      <CloudUploadIcon aria-hidden sx={{ fontSize: 36, color: 'text.disabled' }} />
      <Typography variant="body2" sx={{ color: 'text.secondary' }}>
        {translate(text)}
      </Typography>
      <FileButton {...{ label, accept, invalid, required, describedBy, multiple, onFiles }} />
    </Box>
  )
}
