import Button from '@mui/material/Button'
import type { ReactNode } from 'react'
import { LinkBase as Link } from 'react-admin'
import { RefusedButton } from '~/src/ui/refused-button'

type Props = {
  readonly label: string
  readonly icon: ReactNode
  readonly refused?: string
  readonly to?: string
  readonly onClick?: () => void
  readonly colour?: 'default' | 'error'
}

/** A button of a screen's top bar. */
export const TextAction = ({ label, icon, refused, to, onClick, colour = 'default' }: Props) =>
  refused === undefined ? (
    <Button
      {...(to ? { component: Link, to } : { onClick })}
      startIcon={icon}
      color={colour === 'error' ? 'error' : 'inherit'}
    >
      {label}
    </Button>
  ) : (
    <RefusedButton why={refused} startIcon={icon}>
      {label}
    </RefusedButton>
  )
