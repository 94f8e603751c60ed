import PlayIcon from '@mui/icons-material/PlayArrow'
import Box from '@mui/material/Box'
import CircularProgress from '@mui/material/CircularProgress'
import Fab from '@mui/material/Fab'
import { useTranslate } from 'react-admin'
import { overlayStyles } from './player-styles'
import type { Media } from './use-media'

type Props = { readonly media: Media; readonly onPlay: () => void }

/** Seconds: a video at its first frame has not started. */
const STANDING = 0.01

/** A spinner while the video loads; a prominent play button before it starts. */
export const VideoOverlay = ({ media, onPlay }: Props) => {
  const translate = useTranslate()
  const loading = media.waiting || media.duration === 0
  const begun = media.playing || media.time > STANDING
  return (
    <Box sx={overlayStyles}>
      {loading && (
        <CircularProgress aria-label={translate('admin.player.loading')} sx={{ color: 'common.white' }} />
      )}
      {!loading && !begun && (
        // The toolbar has the same button, for keyboard and screen readers.
        <Fab color="primary" aria-hidden tabIndex={-1} onClick={onPlay}>
          <PlayIcon fontSize="large" />
        </Fab>
      )}
    </Box>
  )
}
