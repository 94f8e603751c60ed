import Box from '@mui/material/Box'
import type { ValueProps } from './view-of'

export const TextView = ({ value }: ValueProps) => (
  <Box component="span" title={String(value)} sx={{ overflowWrap: 'anywhere' }}>
    {String(value)}
  </Box>
)

export const MultilineView = ({ value }: ValueProps) => (
  <Box component="span" sx={{ whiteSpace: 'pre-wrap', overflowWrap: 'anywhere' }}>
    {String(value)}
  </Box>
)
