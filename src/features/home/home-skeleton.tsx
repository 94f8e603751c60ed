import { Box, Skeleton } from '@mui/material'
import { useTranslate } from 'react-admin'

/** Stands for the home page until it is known what it shows. */
export const HomeSkeleton = ({ isFull }: { isFull: boolean }) => (
  <Box role="status" aria-label={useTranslate()('app.home.loading')} sx={{ display: 'grid', gap: 2 }}>
    {isFull && (
      <>
        <Skeleton variant="rounded" height={132} />
        <Skeleton variant="rounded" height={180} />
        <Skeleton variant="rounded" height={220} />
      </>
    )}
  </Box>
)
