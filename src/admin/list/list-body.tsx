import Card from '@mui/material/Card'
import { Suspense, useRef } from 'react'
import { useGetList, useListContext } from 'react-admin'
import type { Resource } from '~/model/define'
import type { Filters } from '~/model/lists/list-address'
import { useAdminConfig } from '~/src/admin/admin-config'
import { panelId, tabId } from '~/src/admin/hash-tabs'
import { laterPart } from '~/src/ui/later-part'
import { lazyPart } from '~/src/ui/lazy-part'
import { ListSkeleton } from '~/src/ui/list-skeleton'
import { AfterRows } from './after-rows'
import { ListPages } from './list-pages'
import { ListRows } from './list-rows'
import { useRowFocus } from './use-row-keys'

/** Prefetches the next page while the current one is read, so that paging does not wait. */
const NextPage = ({ filter }: { filter: Filters }) => {
  const { resource, page, perPage, sort, filterValues, hasNextPage, isFetching } = useListContext()
  useGetList(
    resource,
    { pagination: { page: page + 1, perPage }, sort, filter: { ...filterValues, ...filter } },
    { enabled: hasNextPage === true && !isFetching, staleTime: 30_000 },
  )
  return null
}

const CompanyRequired = lazyPart(() =>
  import('./company-required').then(file => ({ default: file.CompanyRequired })),
)
const BulkBar = laterPart(() => import('~/src/admin/bulk/bulk-bar').then(file => ({ default: file.BulkBar })))
const ListEmpty = lazyPart(() => import('./list-empty').then(file => ({ default: file.ListEmpty })))
const ListFailure = lazyPart(() =>
  import('~/src/ui/list-failure').then(file => ({ default: file.ListFailure })),
)

type Props = {
  readonly resource: Resource
  readonly filter: Filters
  readonly tab: string
  readonly view: 'table' | 'grid'
  readonly pageSizes: readonly number[]
  readonly waiting: boolean
}

type ContentProps = Omit<Props, 'waiting'> & { readonly selectable: boolean }

/** The rows of the list, or the reason there are none. */
const Content = ({ resource, filter, view, tab, pageSizes, selectable }: ContentProps) => {
  const { error, isPending, total, refetch } = useListContext()
  if (error) return <ListFailure error={error} onRetry={refetch} />
  if (isPending) return <ListSkeleton />
  if (total === 0) return <ListEmpty resource={resource} />
  return (
    <Suspense fallback={<ListSkeleton />}>
      <ListRows resource={resource} view={view} tab={tab} selectable={selectable} />
      <ListPages sizes={pageSizes} />
      <NextPage filter={filter} />
    </Suspense>
  )
}

export const ListBody = ({ resource, tab, waiting, ...rest }: Props) => {
  const list = useRef<HTMLDivElement>(null)
  useRowFocus(list)
  const selectable = useAdminConfig().changesMany === true && resource.bulk !== undefined
  return (
    <Card
      ref={list}
      variant="outlined"
      {...(tab ? { role: 'tabpanel', id: panelId(tab), 'aria-labelledby': tabId(tab) } : {})}
      // Not hidden: what stays in sight while the page is scrolled would stay within the card.
      sx={{ overflow: 'clip' }}
    >
      {/* Above the rows, not among them: a run outlives the rows that it deletes. */}
      {selectable && (
        <AfterRows>
          <BulkBar resource={resource} />
        </AfterRows>
      )}
      <Suspense fallback={<ListSkeleton />}>
        {waiting ? (
          <CompanyRequired resource={resource} />
        ) : (
          <Content resource={resource} tab={tab} selectable={selectable} {...rest} />
        )}
      </Suspense>
    </Card>
  )
}
