import Stack from '@mui/material/Stack'
import { Pagination } from 'react-admin'
import { lazyPart } from '~/src/ui/lazy-part'
import { AfterRows } from './after-rows'

const GoToPage = lazyPart(() => import('./go-to-page').then(file => ({ default: file.GoToPage })))

/** Pages of the list: their size, their buttons, and a page by its number. */
export const ListPages = ({ sizes }: { sizes: readonly number[] }) => (
  <Stack direction="row" sx={{ flexWrap: 'wrap', justifyContent: 'flex-end', alignItems: 'center' }}>
    <Pagination rowsPerPageOptions={[...sizes]} />
    <AfterRows>
      <GoToPage />
    </AfterRows>
  </Stack>
)
