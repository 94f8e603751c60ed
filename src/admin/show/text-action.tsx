import Button from '@mui/material/Button'
import { LinkBase as Link } from 'react-admin'
import { type ActionProps, RefusedButton } from '~/src/ui/icon-action'

/** The one prominent button of a record's screen. */
export const PrimaryAction = ({ label, icon, to, onClick }: ActionProps) => (
  <Button {...(to ? { component: Link, to } : { onClick })} variant="contained" startIcon={icon}>
    {label}
  </Button>
)

/** A button of a screen's top bar. */
export const TextAction = ({ label, icon, refused, to, onClick, colour = 'default' }: ActionProps) =>
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
