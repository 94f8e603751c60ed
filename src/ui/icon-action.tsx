import type { Theme } from '@mui/material/styles'
import { createContext, type ReactNode, useContext } from 'react'
import { LinkBase } from 'react-admin'

export type ActionProps = {
  readonly label: string
  readonly icon: ReactNode
  /** The reason the action is disabled. */
  readonly refused?: string
  readonly to?: string
  readonly onClick?: () => void
  readonly colour?: 'default' | 'error'
}

/**
 * The styles of all icon buttons, declared once for the page (`src/app/layout.tsx`): forty of MUI's own
 * buttons with their tooltips cost a slow machine a third of a list.
 */
export const iconActionStyles = ({ palette }: Theme) => ({
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
export const IconAction = ({ label, icon, refused, to, onClick, colour = 'default' }: ActionProps) => {
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
    <button type="button" {...(refused ? { 'aria-disabled': true } : { onClick })} {...common}>
      {icon}
    </button>
  )
}
