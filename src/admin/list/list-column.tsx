import type { ComponentProps } from 'react'
import { DataTable, useDataTableRenderContext, useDataTableSortContext } from 'react-admin'
import { SortLabel } from './sort-label'

type Props = ComponentProps<typeof DataTable.Col> & { readonly source: string; readonly label: string }

const orders = { ASC: 'ascending', DESC: 'descending' } as const

/** The heading of a column that tells whether, and how, the rows are sorted by it. */
const Heading = (props: Props) => {
  const sort = useDataTableSortContext()
  if (props.disableSort) return <DataTable.Col {...props} />
  const order = sort?.field === props.source ? orders[sort.order ?? 'ASC'] : 'none'
  const label = <SortLabel source={props.source} label={props.label} />
  return <DataTable.Col {...props} disableSort label={label} aria-sort={order} />
}

export const ListColumn = (props: Props) =>
  useDataTableRenderContext() === 'header' ? <Heading {...props} /> : <DataTable.Col {...props} />
