import Stack from '@mui/material/Stack'
import { Pagination } from 'react-admin'
import { GoToPage } from './go-to-page'

/** Pages of the list: their size, their buttons, and a page by its number. */
export const ListPages = ({ sizes }: { sizes: readonly number[] }) => (
  <Stack direction="row" sx={{ flexWrap: 'wrap', justifyContent: 'flex-end', alignItems: 'center' }}>
    <Pagination rowsPerPageOptions={[...sizes]} />
    <GoToPage />
  </Stack>
)
