import IconButton from '@mui/material/IconButton'
import Tooltip from '@mui/material/Tooltip'
import type { ReactNode } from 'react'
import { Link } from 'react-admin'

type Props = {
  readonly label: string
  readonly icon: ReactNode
  /** Why it cannot be done. */
  readonly refused?: string
  readonly to?: string
  readonly onClick?: () => void
  readonly colour?: 'default' | 'error'
}

/** A small button of a row or card. */
export const IconAction = ({ label, icon, refused, to, onClick, colour = 'default' }: Props) => {
  const link = to && !refused ? { component: Link, to } : {}
  return (
    <Tooltip title={refused ?? label}>
      <span>
        <IconButton
          size="small"
          color={colour}
          aria-label={label}
          disabled={refused !== undefined}
          onClick={onClick}
          {...link}
        >
          {icon}
        </IconButton>
      </span>
    </Tooltip>
  )
}
