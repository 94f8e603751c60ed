import Box from '@mui/material/Box'
import type { ValueProps } from './view-of'

export const TextView = ({ value }: ValueProps) => (
  <span title={String(value)} style={{ overflowWrap: 'anywhere' }}>
    {String(value)}
  </span>
)

export const MultilineView = ({ value }: ValueProps) => (
  <Box component="span" sx={{ whiteSpace: 'pre-wrap', overflowWrap: 'anywhere' }}>
    {String(value)}
  </Box>
)
