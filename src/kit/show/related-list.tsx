import Card from '@mui/material/Card'
import { ListBase, Pagination, useListContext, useRecordContext } from 'react-admin'
import { refOf } from '~/model/access'
import type { Resource } from '~/model/define'
import { resourceOf } from '~/model/registry'
import { ListEmpty } from '~/src/kit/list/list-empty'
import { ListFailure } from '~/src/kit/list/list-failure'
import { ListSkeleton } from '~/src/kit/list/list-skeleton'
import { tabOf } from '~/src/kit/list/list-state'
import { ListTable } from '~/src/kit/list/list-table'

type Props = {
  readonly resource: Resource
  readonly list: string
  readonly by: string
  readonly filter?: Readonly<Record<string, unknown>>
  readonly pageSize?: number
}

const Rows = ({ resource, sizes }: { resource: Resource; sizes: readonly number[] }) => {
  const { error, isPending, total, refetch } = useListContext()
  if (error) return <ListFailure error={error} onRetry={refetch} />
  if (isPending) return <ListSkeleton />
  if (total === 0) return <ListEmpty resource={resource} />
  return (
    <>
      <ListTable resource={resource} />
      <Pagination rowsPerPageOptions={[...sizes]} />
    </>
  )
}

/** Another resource's records that point at the one in context. */
export const RelatedList = ({ resource, list, by, filter, pageSize }: Props) => {
  const record = useRecordContext()
  const related = resourceOf(list)
  const { sort, pageSizes } = tabOf(related, '')
  if (!record) return null
  const perPage = pageSize ?? pageSizes[0] ?? 10
  return (
    <ListBase
      resource={list}
      disableSyncWithLocation
      disableAuthentication
      storeKey={false}
      queryOptions={{ onError: () => undefined }}
      exporter={false}
      filter={{ ...filter, [by]: refOf(resource.name, String(record.id)) }}
      sort={sort}
      perPage={perPage}
    >
      <Card variant="outlined" sx={{ overflow: 'hidden' }}>
        <Rows resource={related} sizes={[...new Set([perPage, ...pageSizes])]} />
      </Card>
    </ListBase>
  )
}
