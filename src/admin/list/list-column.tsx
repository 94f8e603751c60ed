import { type ComponentProps, memo } from 'react'
import { DataTable, useDataTableRenderContext, useDataTableSortContext } from 'react-admin'
import { BodyCell } from './body-cell'
import { SortLabel } from './sort-label'

type Props = ComponentProps<typeof DataTable.Col> & {
  readonly source: string
  readonly label: string
  readonly align: 'left' | 'right'
}

type Order = 'ascending' | 'descending' | 'none'

const orders = { ASC: 'ascending', DESC: 'descending' } as const

/** The heading of a column that tells whether, and how, the rows are sorted by it. Not drawn again with the rows. */
const SteadyHeading = memo(({ order, ...props }: Props & { readonly order: Order }) => {
  if (props.disableSort) return <DataTable.Col {...props} />
  const label = <SortLabel source={props.source} label={props.label} />
  return <DataTable.Col {...props} disableSort label={label} aria-sort={order} />
})

const Heading = (props: Props) => {
  const sort = useDataTableSortContext()
  const order = sort?.field === props.source ? orders[sort.order ?? 'ASC'] : 'none'
  return <SteadyHeading {...props} order={order} />
}

/** A column: in the head, in each row, and in the menu that chooses columns. */
export const ListColumn = (props: Props) => {
  const place = useDataTableRenderContext()
  if (place === 'header') return <Heading {...props} />
  if (place !== 'data') return <DataTable.Col {...props} />
  const { source, align, className, cellClassName = className, children } = props
  return (
    <BodyCell source={source} align={align} className={cellClassName}>
      {children}
    </BodyCell>
  )
}
