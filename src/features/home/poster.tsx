import VideoIcon from '@mui/icons-material/PanoramaPhotosphereOutlined'
import Box from '@mui/material/Box'
import { useState } from 'react'
import type { RaRecord } from 'react-admin'
import { textIn } from '~/model/objects'
import { useShownUrl } from '~/src/player/use-shown-url'

export type HomeVideo = { readonly resource: 'videos' | 'vectos'; readonly record: RaRecord }

/** The 360° video whose poster stands for a record without a thumbnail: that of a 3D video is the one that it is made from. */
const sourceOf = ({ resource, record }: HomeVideo) =>
  resource === 'videos' ? String(record.id) : (String(record.id).split('/')[0] ?? '')

/** The poster of a video; its place has the same size before it loads, and where there is none. */
export const Poster = ({ video, width }: { video: HomeVideo; width: number | string }) => {
  const thumbnail = textIn(video.record, 'thumbRef480')
  const isKnown = thumbnail === '' && (video.resource === 'vectos' || video.record.poster)
  const shown = useShownUrl('videos', sourceOf(video), 'poster', Boolean(isKnown))
  const address = thumbnail || shown.data
  const [isBroken, setBroken] = useState(false)
  return (
    <Box
      sx={{
        ...{ width, aspectRatio: '16 / 9', flex: 'none', borderRadius: 1.5, overflow: 'hidden' },
        ...{ display: 'grid', placeItems: 'center', bgcolor: 'action.hover', color: 'text.disabled' },
        '& img': { width: '100%', height: '100%', objectFit: 'cover', display: 'block' },
      }}
    >
      {address && !isBroken ? (
        // Decorative: the name is next to it.
        <img
          src={address}
          alt=""
          width={160}
          height={90}
          loading="lazy"
          decoding="async"
          onError={() => setBroken(true)}
        />
      ) : (
        <VideoIcon aria-hidden fontSize="small" />
      )}
    </Box>
  )
}
