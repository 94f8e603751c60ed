import Stack from '@mui/material/Stack'
import { type ReactNode, Suspense } from 'react'
import { Pagination, useListContext } from 'react-admin'
import type { Resource } from '~/model/define'
import { lazyPart } from '~/src/ui/lazy-part'
import { useIsPhone } from '~/src/ui/phone'
import { useAfterFirstPaint, useAfterPaint } from '~/src/ui/use-after-paint'
import { ListTable } from './list-table'

type AfterRowsProps = { readonly children: ReactNode; readonly shape?: ReactNode }

/**
 * Renders its children after the first rows are painted, so that they do not delay them.
 * @param shape placeholder until then
 */
export const AfterRows = ({ children, shape = null }: AfterRowsProps) => {
  const { isPending, isFetching } = useListContext()
  const ready = useAfterPaint(!(isPending && isFetching))
  return ready ? <Suspense fallback={shape}>{children}</Suspense> : shape
}

const GoToPage = lazyPart(() => import('./go-to-page').then(file => file.GoToPage))

/** Pages of the list: their size, their buttons, and a page by its number. */
export const ListPages = ({ sizes }: { sizes: readonly number[] }) => {
  // The page size select renders again on mount: the rows are painted before.
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

const ListGrid = lazyPart(() => import('./list-grid').then(file => file.ListGrid))
const ListCards = lazyPart(() => import('./list-cards').then(file => file.ListCards))

type Props = {
  readonly resource: Resource
  readonly view?: 'table' | 'grid'
  /** A column to omit, as every row has the same value. */
  readonly without?: string | undefined
  readonly tab?: string | undefined
  readonly selectable?: boolean
}

/** The records of a list: a table, cards on a phone, or the grid that the definition selects. */
export const ListRows = ({ resource, view = 'table', without, tab, selectable = false }: Props) => {
  const isPhone = useIsPhone()
  if (view === 'grid') return <ListGrid resource={resource} />
  return isPhone ? (
    <ListCards resource={resource} without={without} selectable={selectable} />
  ) : (
    <ListTable resource={resource} without={without} tab={tab} selectable={selectable} />
  )
}
