/** The video lies under the canvas: browsers keep decoding it, and its poster shows until the first frame. */
export const viewStyles = {
  position: 'absolute',
  inset: 0,
  bgcolor: 'common.black',
  touchAction: 'none',
  cursor: 'grab',
  '&:active': { cursor: 'grabbing' },
  '&:focus-visible': { outline: '3px solid #6fd0c4', outlineOffset: '-3px' },
  '& video, & canvas': { position: 'absolute', inset: 0, width: 1, height: 1, display: 'block' },
  '& video': { objectFit: 'contain' },
} as const

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
  '&:fullscreen': { borderRadius: 0, '& > :first-of-type': { aspectRatio: 'auto' } },
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
