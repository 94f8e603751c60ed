import Box from '@mui/material/Box'
import Typography from '@mui/material/Typography'
import type { ComponentType, ReactNode } from 'react'

type Props = {
  readonly icon: ComponentType<{ sx?: object; 'aria-hidden'?: boolean }>
  readonly title: string
  readonly text?: string
  readonly role?: 'alert' | 'status'
  /** The only content of the page: its title is the page's heading. */
  readonly heading?: boolean
  /** The actions to offer. */
  readonly children?: ReactNode
}

/** Replaces missing content with the reason and a next step. */
export const EmptyState = ({
  icon: Icon,
  title,
  text,
  role = 'status',
  heading = false,
  children,
}: Props) => (
  <Box
    role={role}
    sx={{
      display: 'grid',
      justifyItems: 'center',
      textAlign: 'center',
      gap: 1.5,
      px: 3,
      py: { xs: 5, sm: 8 },
    }}
  >
    <Icon aria-hidden sx={{ fontSize: 44, color: 'text.disabled' }} />
    <Typography variant="subtitle1" component={heading ? 'h1' : 'p'} sx={{ fontWeight: 600, maxWidth: 560 }}>
      {title}
    </Typography>
    {text && <Typography sx={{ color: 'text.secondary', maxWidth: 560 }}>{text}</Typography>}
    {children}
  </Box>
)
