import Box from '@mui/material/Box'
import type { ReactNode } from 'react'

/** Its size does not depend on its content, which arrives later. A player fills it together with its own controls. */
const styles = {
  display: 'flex',
  flexDirection: 'column',
  justifyContent: 'center',
  alignItems: 'stretch',
  width: 1,
  aspectRatio: { xs: '8 / 7', md: '16 / 9' },
  maxHeight: { md: '76vh' },
  borderRadius: 2,
  overflow: 'hidden',
  bgcolor: 'action.hover',
  '& > *': { minHeight: 0, flexShrink: 1 },
  '& > [role=group]': { flex: '1 1 0', borderRadius: 0 },
  // A note below the player is whole: the player becomes smaller.
  '& > p': { flexShrink: 0, m: 0, px: 2, py: 1 },
} as const

/** The player or the picture at the top of a record's screen. */
export const HeroFrame = ({ children }: { readonly children?: ReactNode }) => (
  <Box data-hero sx={styles}>
    {children}
  </Box>
)
