import type { ComponentProps } from 'react'
import { DataTable, useDataTableRenderContext, useDataTableSortContext } from 'react-admin'

type Props = ComponentProps<typeof DataTable.Col>

const orders = { ASC: 'ascending', DESC: 'descending' } as const

/** The heading of a column that tells whether, and how, the rows are sorted by it. */
const Heading = (props: Props) => {
  const sort = useDataTableSortContext()
  const order = sort?.field === props.source ? orders[sort?.order ?? 'ASC'] : 'none'
  return <DataTable.Col {...props} {...(props.disableSort ? {} : { 'aria-sort': order })} />
}

export const ListColumn = (props: Props) =>
  useDataTableRenderContext() === 'header' ? <Heading {...props} /> : <DataTable.Col {...props} />
