import { styled } from '@mui/material/styles'

/** The height of a row and the width of a level, in pixels. */
export const ROW = 34
export const INDENT = 18

/** The maximum height of the tree: rows scrolled out of it are not rendered. */
export const TALLEST = 640

/** One set of styles for all rows: a styled component for each would cost more than the row. */
export const TreeBox = styled('div')(({ theme: { palette, shape } }) => ({
  maxHeight: `min(65vh, ${TALLEST}px)`,
  overflow: 'auto',
  borderRadius: shape.borderRadius,
  outline: 'none',
  contain: 'content',
  '&:focus-visible .node[aria-selected=true]': {
    outline: `2px solid ${palette.primary.main}`,
    outlineOffset: -2,
  },
  '& .node': {
    position: 'absolute',
    insetInline: 0,
    top: 0,
    height: ROW,
    boxSizing: 'border-box',
    display: 'flex',
    alignItems: 'center',
    paddingInlineEnd: 8,
    borderRadius: 6,
    cursor: 'default',
    userSelect: 'none',
    '&:hover': { backgroundColor: palette.action.hover },
    '&[aria-selected=true]': { backgroundColor: palette.action.selected },
    '&[aria-expanded=true] .twisty svg': { transform: 'rotate(90deg)' },
  },
  '& .guides': {
    position: 'absolute',
    insetBlock: 0,
    insetInlineStart: 0,
    backgroundImage: `linear-gradient(to right, transparent 13px, ${palette.divider} 13px, ${palette.divider} 14px, transparent 14px)`,
    backgroundSize: `${INDENT}px 100%`,
  },
  '& .twisty': {
    width: 28,
    height: ROW,
    flexShrink: 0,
    display: 'grid',
    placeItems: 'center',
    cursor: 'pointer',
  },
  '& .twisty svg': { transition: 'transform 100ms' },
  '& .type': { marginInlineEnd: 8, color: palette.text.secondary },
  '& .name': { whiteSpace: 'nowrap', overflow: 'hidden', textOverflow: 'ellipsis' },
  '& mark': { backgroundColor: palette.warning.main, color: palette.warning.contrastText, borderRadius: 2 },
  '@media (prefers-reduced-motion: reduce)': { '& .twisty svg': { transition: 'none' } },
}))
