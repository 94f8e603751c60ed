import type { Layout } from './player-types'

/** Styles of the video, which is visible until the canvas is rendered: of a top-bottom stereo video, only the upper eye. */
const videoStyles = {
  mono: { objectFit: 'contain' },
  'top-bottom': { objectFit: 'cover', height: '200%' },
} as const satisfies Record<Layout, object>

/**
 * The video lies under the canvas: browsers keep decoding it, and its poster shows until the first frame. In the page,
 * a vertical swipe scrolls and a horizontal one looks around; in full screen both look around.
 */
export const viewStyles = (layout: Layout, full: boolean) => ({
  position: 'absolute',
  inset: 0,
  overflow: 'hidden',
  bgcolor: 'common.black',
  touchAction: full ? 'none' : 'pan-y',
  cursor: 'grab',
  '&:active': { cursor: 'grabbing' },
  '&:focus-visible': { outline: '3px solid #6fd0c4', outlineOffset: '-3px' },
  '& video, & canvas': { position: 'absolute', inset: 0, width: 1, height: 1, display: 'block' },
  '& video': videoStyles[layout],
})

/** Overlays the image; pointer events pass through, except on buttons. */
export const overlayStyles = {
  position: 'absolute',
  inset: 0,
  display: 'grid',
  placeItems: 'center',
  pointerEvents: 'none',
  '& button': { pointerEvents: 'auto' },
} as const

export const imageStyles = { position: 'relative', flexGrow: 1, minHeight: 0, aspectRatio: '16 / 9' } as const

export const frameStyles = {
  display: 'flex',
  flexDirection: 'column',
  borderRadius: 1,
  overflow: 'hidden',
  // Dragging the view or the seek bar selects no text around it.
  userSelect: 'none',
  '&:fullscreen': { borderRadius: 0, '& > :first-of-type': { aspectRatio: 'auto' } },
} as const

/** Over the page, above its bars and dialogs. */
export const filledFrameStyles = {
  ...frameStyles,
  position: 'fixed',
  inset: 0,
  zIndex: 1400,
  borderRadius: 0,
  bgcolor: 'common.black',
  paddingBottom: 'env(safe-area-inset-bottom)',
  '& > :first-of-type': { aspectRatio: 'auto' },
} as const

export const visuallyHidden = {
  position: 'absolute',
  width: '1px',
  height: '1px',
  overflow: 'hidden',
  clip: 'rect(0 0 0 0)',
} as const

/** A flat 360° image: twice as wide as high. */
export const flatImageStyles = {
  width: 1,
  aspectRatio: '2 / 1',
  borderRadius: 1,
  bgcolor: 'common.black',
  display: 'block',
} as const

/** Shows the upper half of its content: of a top-bottom stereo video, the left eye. */
export const upperHalfStyles = {
  position: 'relative',
  flexGrow: 1,
  minHeight: 0,
  width: 1,
  aspectRatio: '2 / 1',
  overflow: 'hidden',
  bgcolor: 'common.black',
} as const

export const twoEyesStyles = {
  position: 'absolute',
  top: 0,
  left: 0,
  width: 1,
  height: '200%',
  objectFit: 'cover',
  display: 'block',
} as const
