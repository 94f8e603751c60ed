import type { Theme } from '@mui/material/styles'
import type { SystemStyleObject } from '@mui/system'
import { hidingColumns } from './fitting-columns'

const buttons = {
  position: 'sticky',
  right: 0,
  maxWidth: 'none',
  bgcolor: 'background.paper',
  backgroundImage: 'none',
  px: 0.5,
  '& .MuiIconButton-root': { p: 0.375 },
} as const

/** The row that the keyboard is in shows its long values whole. */
const whole = { whiteSpace: 'normal', overflow: 'visible', overflowWrap: 'anywhere' } as const

/** A cell of a row (`body-cell.tsx`), as MUI's is in this theme. */
const cell = ({ typography, palette }: Theme): SystemStyleObject<Theme> => ({
  ...typography.body2,
  fontVariantNumeric: 'tabular-nums',
  color: palette.text.primary,
  padding: '7px 8px',
  borderBottom: `1px solid ${palette.divider}`,
  '&.right': { textAlign: 'right' },
})

/**
 * Rows of one line: long values are truncated, and the buttons stay visible while the rest scrolls, with a shadow where
 * there is more beneath them.
 * @param yielding the columns that may be left out
 */
export const tableStyles = (yielding: readonly string[]) => ({
  '& .RaDataTable-tableWrapper': { overflowX: 'auto' },
  // Below the rest: `:where` weighs nothing.
  '& :where(td[class*=column-])': cell,
  '& .MuiTableCell-root': { px: 1, whiteSpace: 'nowrap' },
  '& .MuiTableCell-root:first-of-type': { pl: 2 },
  '& .MuiTableCell-body': { maxWidth: 180, overflow: 'hidden', textOverflow: 'ellipsis' },
  '& .MuiTableRow-root:has(:focus-visible) .MuiTableCell-body:not(.buttons)': whole,
  '& .MuiTableCell-body.wraps': { maxWidth: 'none', whiteSpace: 'normal' },
  '& .MuiTableCell-root.buttons': buttons,
  // Opaque over what scrolls beneath, in the colour of its row.
  '& .MuiTableRow-hover:hover .MuiTableCell-root.buttons': ({ palette }: Theme) => ({
    backgroundImage: `linear-gradient(${palette.action.hover}, ${palette.action.hover})`,
  }),
  '& .goes-on .MuiTableCell-root.buttons': {
    boxShadow: '-10px 0 10px -10px rgb(0 0 0 / 45%)',
    borderLeft: 1,
    borderLeftColor: 'divider',
  },
  ...hidingColumns(yielding),
})
