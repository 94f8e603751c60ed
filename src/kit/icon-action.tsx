import type { ReactNode } from 'react'
import { LinkBase } from 'react-admin'

type Props = {
  readonly label: string
  readonly icon: ReactNode
  /** Why it cannot be done. */
  readonly refused?: string
  readonly to?: string
  readonly onClick?: () => void
  readonly colour?: 'default' | 'error'
}

/** How the small buttons of a row look, said once for the row: forty of MUI's own cost a slow machine a third of a page. */
export const iconActions = {
  '& .icon-action': {
    display: 'inline-flex',
    p: '5px',
    border: 0,
    borderRadius: '50%',
    bgcolor: 'transparent',
    color: 'text.secondary',
    cursor: 'pointer',
    verticalAlign: 'middle',
    '&:hover': { bgcolor: 'action.hover' },
    '&:focus-visible': { outline: '2px solid', outlineColor: 'primary.main' },
    '&.error': { color: 'error.main' },
    '&:disabled': { color: 'action.disabled', cursor: 'default' },
  },
} as const

/** A small button of a row or card; its parent carries `iconActions`. */
export const IconAction = ({ label, icon, refused, to, onClick, colour = 'default' }: Props) => {
  const common = { className: `icon-action ${colour}`, 'aria-label': label, title: refused ?? label }
  if (to && !refused)
    return (
      <LinkBase to={to} {...common}>
        {icon}
      </LinkBase>
    )
  return (
    <button type="button" disabled={refused !== undefined} onClick={onClick} {...common}>
      {icon}
    </button>
  )
}
