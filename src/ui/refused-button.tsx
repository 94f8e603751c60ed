import Button from '@mui/material/Button'
import Tooltip from '@mui/material/Tooltip'
import type { ComponentProps } from 'react'

const styles = {
  '&, &:hover': {
    color: 'action.disabled',
    borderColor: 'action.disabledBackground',
    bgcolor: 'transparent',
    boxShadow: 'none',
    cursor: 'default',
  },
  '&.MuiButton-contained, &.MuiButton-contained:hover': { bgcolor: 'action.disabledBackground' },
} as const

type Props = Pick<ComponentProps<typeof Button>, 'variant' | 'size' | 'startIcon' | 'children'> & {
  readonly why: string
}

/** A button without an action that states the reason, on hover and on focus, which a disabled button cannot have. */
export const RefusedButton = ({ why, ...button }: Props) => (
  <Tooltip title={why} describeChild>
    <Button {...button} aria-disabled color="inherit" disableRipple sx={styles} />
  </Tooltip>
)
