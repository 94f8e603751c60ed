import MutedIcon from '@mui/icons-material/VolumeOff'
import VolumeIcon from '@mui/icons-material/VolumeUp'
import Box from '@mui/material/Box'
import { useTranslate } from 'react-admin'
import { IconAction } from '~/src/ui/icon-action'
import type { Transport } from './transport'
import type { Media } from './use-media'

/** A mute button and, if there is space, a volume slider. */
export const Volume = ({ media, transport }: { media: Media; transport: Transport }) => {
  const translate = useTranslate()
  return (
    <>
      <IconAction
        label={translate(media.muted ? 'admin.player.unmute' : 'admin.player.mute')}
        icon={media.muted ? <MutedIcon /> : <VolumeIcon />}
        onClick={transport.mute}
      />
      <Box
        component="input"
        type="range"
        min={0}
        max={1}
        step={0.05}
        value={media.muted ? 0 : media.volume}
        aria-label={translate('admin.player.volume')}
        onChange={event => transport.setVolume(Number(event.currentTarget.value))}
        sx={{ width: 72, accentColor: '#6fd0c4', display: { xs: 'none', md: 'block' } }}
      />
    </>
  )
}
