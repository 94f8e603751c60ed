import Button from '@mui/material/Button'
import Tooltip from '@mui/material/Tooltip'
import type { ReactNode } from 'react'
import { LinkBase as Link } from 'react-admin'

type Props = {
  readonly label: string
  readonly icon: ReactNode
  readonly refused?: string
  readonly to?: string
  readonly onClick?: () => void
  readonly colour?: 'default' | 'error'
}

/** A button of a screen's top bar. */
export const TextAction = ({ label, icon, refused, to, onClick, colour = 'default' }: Props) => (
  <Tooltip title={refused ?? ''}>
    <span>
      <Button
        {...(to && refused === undefined ? { component: Link, to } : { onClick })}
        startIcon={icon}
        disabled={refused !== undefined}
        color={colour === 'error' ? 'error' : 'inherit'}
      >
        {label}
      </Button>
    </span>
  </Tooltip>
)
