import Box from '@mui/material/Box'
import { pictureAt, type Timeline } from '~/src/player/timeline-images'
import { useIsPhone } from '~/src/ui/phone'

/** The sprite sheet of a video and its layout, once loaded. */
export type Sheet = { readonly url: string; readonly timeline: Timeline }

type Props = { readonly sheet: Sheet | null; readonly seconds: number }

/** Thumbnails of the whole video, from beginning to end; a plain track if there are none. */
export const FilmStrip = ({ sheet, seconds }: Props) => {
  const isPhone = useIsPhone()
  const count = isPhone ? 5 : 12
  return (
    <Box
      aria-hidden
      sx={{
        display: 'flex',
        pointerEvents: 'none',
        height: 1,
        overflow: 'hidden',
        borderRadius: 1,
        bgcolor: 'action.selected',
      }}
    >
      {sheet &&
        Array.from({ length: count }, (_, index) => {
          const at = ((index + 0.5) / count) * seconds
          return <Box key={at} sx={{ flex: 1 }} style={pictureAt(sheet.url, sheet.timeline, at)} />
        })}
    </Box>
  )
}
