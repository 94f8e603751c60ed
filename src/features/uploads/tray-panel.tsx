import UpIcon from '@mui/icons-material/ExpandLess'
import DownIcon from '@mui/icons-material/ExpandMore'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import ButtonBase from '@mui/material/ButtonBase'
import LinearProgress from '@mui/material/LinearProgress'
import Paper from '@mui/material/Paper'
import Stack from '@mui/material/Stack'
import Typography from '@mui/material/Typography'
import { useTranslate } from 'react-admin'
import { videos } from '~/model/resources/videos'
import { isEnded, isSending, isUnderWay, type QueueItem } from '~/src/upload/queue/queue-item'
import { totalsOf } from '~/src/upload/queue/totals'
import type { UploadQueue } from '~/src/upload/queue/upload-queue'
import { Announcer } from './announcer'
import { TrayItem } from './tray-item'
import { useTimeLeft } from './use-item-text'
import { useMayOrder } from './use-vecto-preset'
import { VectoPreset } from './vecto-preset'

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

/** Room at the end of the page, so that the tray covers nothing of it for good. */
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

/** A 360° video that is not created yet. */
const isVideoToCome = (item: QueueItem) => item.plan.resource === videos.name && isUnderWay(item)

/** The tray: a title that tells all progress, and under it the items. */
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
