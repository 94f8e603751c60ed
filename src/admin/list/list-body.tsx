import Card from '@mui/material/Card'
import { Suspense } from 'react'
import { useListContext } from 'react-admin'
import type { Resource } from '~/model/define'
import type { Filters } from '~/model/list-address'
import { panelId, tabId } from '~/src/admin/hash-tabs'
import { lazyPart } from '~/src/ui/lazy-part'
import { ListSkeleton } from '~/src/ui/list-skeleton'
import { ListPages } from './list-pages'
import { ListRows } from './list-rows'
import { NextPage } from './next-page'

const CompanyRequired = lazyPart(() =>
  import('./company-required').then(file => ({ default: file.CompanyRequired })),
)
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

/** The rows of the list, or the reason there are none. */
const Content = ({ resource, filter, view, tab, pageSizes }: Omit<Props, 'waiting'>) => {
  const { error, isPending, total, refetch } = useListContext()
  if (error) return <ListFailure error={error} onRetry={refetch} />
  if (isPending) return <ListSkeleton />
  if (total === 0) return <ListEmpty resource={resource} />
  return (
    <Suspense fallback={<ListSkeleton />}>
      <ListRows resource={resource} view={view} tab={tab} />
      <ListPages sizes={pageSizes} />
      <NextPage filter={filter} />
    </Suspense>
  )
}

export const ListBody = ({ resource, tab, waiting, ...rest }: Props) => (
  <Card
    variant="outlined"
    {...(tab ? { role: 'tabpanel', id: panelId(tab), 'aria-labelledby': tabId(tab) } : {})}
    sx={{ overflow: 'hidden' }}
  >
    <Suspense fallback={<ListSkeleton />}>
      {waiting ? (
        <CompanyRequired resource={resource} />
      ) : (
        <Content resource={resource} tab={tab} {...rest} />
      )}
    </Suspense>
  </Card>
)
