import PlayIcon from '@mui/icons-material/PlayArrow'
import Box from '@mui/material/Box'
import CircularProgress from '@mui/material/CircularProgress'
import Fab from '@mui/material/Fab'
import { useTranslate } from 'react-admin'
import { overlayStyles } from './player-styles'
import type { Media } from './use-media'

type Props = { readonly media: Media; readonly onPlay: (() => void) | undefined }

/** Seconds: a film that stands at its first image has not begun. */
const STANDING = 0.01

/** While it loads, that it does; before it starts, a button that cannot be missed. */
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
        // The toolbar has the same, for the keyboard and to be heard.
        <Fab color="primary" aria-hidden tabIndex={-1} onClick={onPlay}>
          <PlayIcon fontSize="large" />
        </Fab>
      )}
    </Box>
  )
}
