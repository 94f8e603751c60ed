import Skeleton from '@mui/material/Skeleton'
import Stack from '@mui/material/Stack'
import { useTranslate } from 'react-admin'

const ROWS = [0, 1, 2, 3, 4, 5, 6, 7]

/** Placeholder rows in the place of the list, to avoid layout shifts. */
export const ListSkeleton = () => {
  const translate = useTranslate()
  return (
    <Stack role="status" data-skeleton aria-label={translate('ra.page.loading')} sx={{ p: 2, gap: 1.25 }}>
      {ROWS.map(row => (
        <Skeleton key={row} variant="rounded" height={32} sx={{ opacity: 1 - row / 10 }} />
      ))}
    </Stack>
  )
}
