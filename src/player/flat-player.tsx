import Box from '@mui/material/Box'
import Typography from '@mui/material/Typography'
import { type SyntheticEvent, useRef } from 'react'
import { useTranslate } from 'react-admin'
import { flatImageStyles } from './player-styles'
import type { PlayerProps } from './player-types'
import { useTransport } from './use-transport'

/** The flat video with the browser's own controls, where it cannot be drawn around the viewer. */
export const FlatPlayer = (props: PlayerProps) => {
  const { src, poster, name, layout, onFailed } = props
  const translate = useTranslate()
  const video = useRef<HTMLVideoElement>(null)
  useTransport(video, props)
  return (
    <>
      <Box
        component="video"
        ref={video}
        controls
        playsInline
        preload="metadata"
        src={src}
        poster={poster}
        aria-label={translate('admin.player.of', { name })}
        onError={({ currentTarget }: SyntheticEvent<HTMLVideoElement>) => onFailed(currentTarget.error)}
        sx={flatImageStyles(layout)}
      />
      <Typography variant="body2" sx={{ color: 'text.secondary', mt: 1 }}>
        {translate('admin.player.flat')}
      </Typography>
    </>
  )
}
