import { type RefObject, useCallback, useMemo, useRef } from 'react'
import { DataTable, type Identifier, type RaRecord, useStore, useTranslate } from 'react-admin'
import type { Resource } from '~/model/define'
import { useActor } from '~/src/admin/actor'
import { Compact } from '~/src/admin/fields/compact'
import { tabKey } from '~/src/admin/labels'
import { pathTo } from '~/src/admin/paths'
import { mayOpen } from '~/src/admin/rights'
import { HiddenColumns } from './body-cell'
import { useLeftOut } from './fitting-columns'
import { LeftOutNote } from './left-out-note'
import { useCells } from './list-cells'
import { tableKey, useColumns } from './list-columns'
import { tableStyles } from './table-styles'
import { useRowKeys } from './use-row-keys'

/** A click on a row opens its show screen, or its form if it has none. */
const opens = ({ paths }: Resource) => (paths.show ? 'show' : 'edit')

type Props = {
  readonly resource: Resource
  /** A column to omit, as every row has the same value. */
  readonly without?: string | undefined
  /** The tab whose rows these are. */
  readonly tab?: string | undefined
  readonly selectable?: boolean
}

const useName = ({ name }: Resource, tab: string | undefined) => {
  const translate = useTranslate()
  const rows = translate(`resources.${name}.name`, { smart_count: 2 })
  return tab ? `${rows}: ${translate(tabKey(name, tab))}` : rows
}

/** Columns in the order in which they yield: those declared to, then the last ones. The first stays. */
const yieldingOf = ({ list }: Resource, columns: readonly string[]) => {
  const declared = list.yielding ?? []
  const rest = columns.slice(1).filter(path => !declared.includes(path))
  return [...declared.filter(path => columns.includes(path)), ...rest.reverse()]
}

/** A click on a row leads to its record, if the user may open it. */
const useRowClick = (resource: Resource) => {
  const actor = useActor()
  return useCallback(
    (id: Identifier, _: string, record: RaRecord) =>
      (mayOpen(resource, actor, record) && pathTo(resource.name, opens(resource), id)) || false,
    [resource, actor],
  )
}

const useStyles = (yielding: readonly string[]) => {
  const names = yielding.join()
  return useMemo(() => tableStyles(names.split(',')), [names])
}

type FittingProps = {
  readonly resource: Resource
  readonly table: RefObject<HTMLTableElement | null>
  readonly yielding: readonly string[]
}

/** Leaves out the columns that do not fit, unless the user wants to see all, and says so. */
const FittingColumns = ({ resource: { name }, table, yielding }: FittingProps) => {
  const [all, setAll] = useStore(`preferences.${name}.allColumns`, false)
  const [chosen] = useStore(tableKey(name))
  const count = useLeftOut(table, { yielding, all }, chosen)
  return <LeftOutNote count={count} all={all} onChange={setAll} />
}

/** The table of a list, with the columns of its definition. */
export const ListTable = ({ resource, without, tab, selectable = false }: Props) => {
  const columns = useColumns(resource).filter(path => path !== without)
  const table = useRef<HTMLTableElement>(null)
  const yielding = yieldingOf(resource, columns)
  const sx = useStyles(yielding)
  const hidden = useMemo(() => [...(resource.list.hidden ?? [])], [resource])
  const [hiddenNow] = useStore<readonly string[]>(tableKey(resource.name), hidden)
  const cells = useCells(resource, columns)
  const rowClick = useRowClick(resource)
  const name = useName(resource, tab)
  useRowKeys(table, resource)
  return (
    <Compact value>
      <HiddenColumns value={hiddenNow}>
        <DataTable
          ref={table}
          aria-label={name}
          storeKey={tableKey(resource.name)}
          hiddenColumns={hidden}
          bulkActionButtons={selectable}
          // What is done with chosen rows stands above them (list-body).
          bulkActionsToolbar={false}
          rowClick={rowClick}
          sx={sx}
        >
          {cells}
        </DataTable>
      </HiddenColumns>
      <FittingColumns resource={resource} table={table} yielding={yielding} />
    </Compact>
  )
}
