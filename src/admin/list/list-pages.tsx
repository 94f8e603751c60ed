import Stack from '@mui/material/Stack'
import { Pagination } from 'react-admin'
import { lazyPart } from '~/src/ui/lazy-part'
import { useAfterFirstPaint } from '~/src/ui/use-after-paint'
import { AfterRows } from './after-rows'

const GoToPage = lazyPart(() => import('./go-to-page').then(file => ({ default: file.GoToPage })))

/** Pages of the list: their size, their buttons, and a page by its number. */
export const ListPages = ({ sizes }: { sizes: readonly number[] }) => {
  // The choice of a size draws once more as it is mounted: the rows are painted before.
  const painted = useAfterFirstPaint()
  return (
    <Stack
      className="list-pages"
      direction="row"
      sx={{ flexWrap: 'wrap', justifyContent: 'flex-end', alignItems: 'center' }}
    >
      <Pagination rowsPerPageOptions={painted ? [...sizes] : []} />
      <AfterRows>
        <GoToPage />
      </AfterRows>
    </Stack>
  )
}
