import Chip from '@mui/material/Chip'
import Stack from '@mui/material/Stack'
import type { ValueProps } from './view-of'

export const TagsView = ({ value }: ValueProps) => (
  <Stack direction="row" useFlexGap sx={{ gap: 0.5, flexWrap: 'wrap' }}>
    {(Array.isArray(value) ? value : []).map(tag => (
      <Chip key={String(tag)} size="small" label={String(tag)} />
    ))}
  </Stack>
)
