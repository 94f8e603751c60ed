import Button from '@mui/material/Button'
import Card from '@mui/material/Card'
import { type ReactNode, Suspense, useRef } from 'react'
import { Link, ListBase, type RaRecord, useListContext, useRecordContext, useTranslate } from 'react-admin'
import type { ListTab, Resource } from '~/model/define'
import { tabOf } from '~/model/lists/list-address'
import { parentOf, refOfRecord } from '~/model/refs'
import { resourceOf } from '~/model/registry'
import { ListEmpty } from '~/src/admin/list/list-empty'
import { listLink } from '~/src/admin/list/list-link'
import { RememberList } from '~/src/admin/list/list-state'
import { ListPages, ListRows, useRowFocus } from '~/src/admin/list/list-table'
import { ParentProvider } from '~/src/admin/parent-record'
import { useRecordTitle } from '~/src/admin/paths'
import { mayList, useActor } from '~/src/admin/rights'
import { ListFailure, ListSkeleton } from '~/src/ui/page'

type Props = ListTab & { readonly resource: Resource }

const Rows = ({
  resource,
  sizes,
  without,
  company,
}: {
  resource: Resource
  sizes: readonly number[]
  without: string | undefined
  company: string | undefined
}) => {
  const { error, isPending, total, refetch } = useListContext()
  if (error) return <ListFailure error={error} onRetry={refetch} />
  if (isPending) return <ListSkeleton />
  if (total === 0) return <ListEmpty resource={resource} company={company} />
  return (
    <>
      <Suspense fallback={<ListSkeleton />}>
        <ListRows resource={resource} without={without} />
      </Suspense>
      <ListPages sizes={sizes} />
    </>
  )
}

const FocusKeeper = ({ children }: { children: ReactNode }) => {
  const list = useRef<HTMLDivElement>(null)
  useRowFocus(list)
  return (
    <Card ref={list} variant="outlined" sx={{ overflow: 'hidden' }}>
      {children}
    </Card>
  )
}

type AllProps = {
  readonly resource: Resource
  readonly record: RaRecord
  readonly related: Resource
  readonly by: string
}

/** Links to the list with all records that reference the one in context, where the tab shows some states only. */
const AllOfThem = ({ resource, record, related, by }: AllProps) => {
  const translate = useTranslate()
  const titleOf = useRecordTitle(resource)
  const filter = { [by]: refOfRecord(resource, record) }
  const path = mayList(related, useActor()) && listLink(related.name, filter)
  if (!path) return null
  return (
    <Button component={Link} to={path} size="small" sx={{ mt: 1 }}>
      {translate('admin.list.allOf', {
        names: translate(`resources.${related.name}.name`, { smart_count: 2 }),
        name: titleOf(record),
      })}
    </Button>
  )
}

/** The records of another resource that reference the one in context. */
export const RelatedList = ({ resource, list, filter, pageSize, ...tie }: Props) => {
  const record = useRecordContext()
  const related = resourceOf(list)
  const { sort, pageSizes, perPage: usual } = tabOf(related, '')
  if (!record) return null
  const ref = refOfRecord(resource, record)
  const perPage = pageSize ?? usual
  const rows = (
    <ListBase
      resource={list}
      disableSyncWithLocation
      disableAuthentication
      storeKey={false}
      queryOptions={{ onError: () => undefined, meta: 'at' in tie ? { at: `${ref}/${tie.at}` } : undefined }}
      exporter={false}
      filter={'by' in tie ? { ...filter, [tie.by]: ref } : filter}
      sort={sort}
      perPage={perPage}
    >
      <RememberList meta={'at' in tie ? { at: `${ref}/${tie.at}` } : undefined} />
      <FocusKeeper>
        <Rows
          resource={related}
          without={'by' in tie ? tie.by : undefined}
          company={resource.company === 'uid' ? ref : undefined}
          sizes={[...new Set([perPage, ...pageSizes])].sort((one, other) => one - other)}
        />
      </FocusKeeper>
      {filter && 'by' in tie && (
        <AllOfThem resource={resource} record={record} related={related} by={tie.by} />
      )}
    </ListBase>
  )
  return parentOf(related) === resource.name ? (
    <ParentProvider resource={resource.name} record={record}>
      {rows}
    </ParentProvider>
  ) : (
    rows
  )
}
