import Box from '@mui/material/Box'
import { useLocaleState, useTranslate } from 'react-admin'
import { duration } from '~/src/ui/format'
import type { Media } from './use-media'

type Props = { readonly media: Media; readonly rate: number; readonly onSeek: (seconds: number) => void }

const look = { width: 1, m: 0, height: 24, accentColor: '#6fd0c4', cursor: 'pointer' }

/** The position in the video; an arrow key moves it by a frame. */
export const SeekBar = ({ media, rate, onSeek }: Props) => {
  const translate = useTranslate()
  const [locale] = useLocaleState()
  const whole = (seconds: number) => duration(Math.floor(seconds), locale)
  const text = `${whole(media.time)} / ${whole(media.duration)}`
  return (
    <Box sx={{ display: 'flex', alignItems: 'center', gap: 1.5, px: 1.5, pt: 0.75 }}>
      <Box
        component="input"
        type="range"
        min={0}
        max={media.duration || 1}
        step={1 / rate}
        value={media.time}
        disabled={media.duration === 0}
        aria-label={translate('admin.player.position')}
        aria-valuetext={text}
        onChange={event => onSeek(Number(event.currentTarget.value))}
        sx={look}
      />
      <Box
        component="span"
        aria-hidden
        sx={{ fontVariantNumeric: 'tabular-nums', fontSize: 13, whiteSpace: 'nowrap' }}
      >
        {text}
      </Box>
    </Box>
  )
}
