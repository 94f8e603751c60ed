import Button from '@mui/material/Button'
import type { Theme } from '@mui/material/styles'
import Tooltip from '@mui/material/Tooltip'
import { type ComponentProps, createContext, type ReactNode, useContext } from 'react'
import { LinkBase } from 'react-admin'

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

export type ActionProps = {
  readonly label: string
  readonly icon: ReactNode
  /** When to use it; shown in menus. */
  readonly help?: string
  /** The reason the action is disabled. */
  readonly refused?: string
  readonly to?: string
  readonly onClick?: () => void
  readonly colour?: 'default' | 'error'
  /** Whether the menu that the button opens is open; absent: it opens none. */
  readonly expanded?: boolean
}

/**
 * The styles of all icon buttons, declared once for the page (`src/app/layout.tsx`): forty of MUI's own
 * buttons with their tooltips cost a slow machine a third of a list.
 */
export const iconActionStyles = ({ palette }: Theme) => ({
  // A row's main action appears with the pointer or the focus; touch screens have neither.
  '@media (hover: hover)': {
    '.row-main-action': { opacity: 0 },
    ':is(tr, [data-record]):is(:hover, :focus-within) .row-main-action': { opacity: 1 },
  },
  '.icon-action': {
    display: 'inline-flex',
    padding: 5,
    border: 0,
    borderRadius: '50%',
    background: 'transparent',
    color: palette.text.secondary,
    cursor: 'pointer',
    verticalAlign: 'middle',
    '&:hover': { backgroundColor: palette.action.hover },
    '&:focus-visible': { outline: `2px solid ${palette.primary.main}` },
    '&.error': { color: palette.error.main },
    '&[aria-disabled=true]': { color: palette.action.disabled, cursor: 'default' },
  },
})

/** The name of the record that the buttons act on, as part of their accessible names. */
export const ActionSubject = createContext('')

/** A small button of a row or card. */
export const IconAction = ({
  label,
  icon,
  refused,
  to,
  onClick,
  colour = 'default',
  expanded,
}: ActionProps) => {
  const subject = useContext(ActionSubject)
  const name = subject ? `${label} ${subject}` : label
  const common = { className: `icon-action ${colour}`, 'aria-label': name, title: refused ?? label }
  if (to && !refused)
    return (
      <LinkBase to={to} {...common}>
        {icon}
      </LinkBase>
    )
  return (
    // Not `disabled`: such a button cannot have the focus, with which a screen reader announces the reason.
    <button
      type="button"
      {...(expanded !== undefined && { 'aria-haspopup': 'menu', 'aria-expanded': expanded })}
      {...(refused ? { 'aria-disabled': true } : { onClick })}
      {...common}
    >
      {icon}
    </button>
  )
}
