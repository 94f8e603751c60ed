import TableSortLabel from '@mui/material/TableSortLabel'
import {
  type ComponentProps,
  createContext,
  memo,
  type ReactNode,
  type RefObject,
  type SyntheticEvent,
  startTransition,
  useCallback,
  useContext,
  useEffect,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
} from 'react'
import {
  DataTable,
  LinkBase,
  useDataTableCallbacksContext,
  useDataTableRenderContext,
  useDataTableSortContext,
  useEvent,
  useListContext,
  useRecordContext,
  useTranslate,
} from 'react-admin'
import { isEmpty, pathsFor, readablePaths } from '~/model/access'
import type { Resource } from '~/model/define'
import { removedState } from '~/model/states'
import { hasRowButtons, RowButtons } from '~/src/admin/actions/action-buttons'
import { labelKey } from '~/src/admin/admin-config'
import { FieldView, RowPicture } from '~/src/admin/fields/field-view'
import { UsualValues } from '~/src/admin/fields/kinds'
import { pathTo, useRecordTitle } from '~/src/admin/paths'
import { mayOpen, useActor } from '~/src/admin/rights'

const none = {}

/**
 * What a tab states of all its rows. `implied`: the fields of which they have one value, left out as columns, except for
 * a deletion, whose day differs; `usual`: the first of several values, which rows do not repeat, and tables have no column for.
 */
export const statedBy = ({ list, slots }: Resource, tab: string | undefined) => {
  const { filter = none, without = [] } = list.tabs?.[tab ?? ''] ?? {}
  const lists = Object.entries(filter).map(
    ([path, value]) => [path, Array.isArray(value) ? value : [value]] as const,
  )
  return {
    implied: [
      ...lists.flatMap(([path, values]) =>
        values.length === 1 && values[0] !== removedState.delayed ? [path] : [],
      ),
      ...without,
    ],
    usual: Object.fromEntries(
      lists.flatMap(([path, values]) =>
        // The slot of a field may show more than its value.
        path === 'status' && values.length === 2 && !slots?.fields?.[path] ? [[path, values[0]]] : [],
      ),
    ),
  }
}

/** Chosen columns and their order are persisted: the store keeps the keys that begin with `preferences.`. */
export const tableKey = (resource: string) => `preferences.${resource}.datatable`

/** Whether tables have narrow rows, of all lists. */
export const denseKey = 'preferences.denseTables'

/** All columns that the user may choose from, in the order of the definition. */
export const useColumns = (resource: Resource) => {
  const { role } = useActor()
  const shown = pathsFor(resource.list.columns, role)
  return readablePaths(resource, [...shown, ...(resource.list.hidden ?? [])], role)
}

/** The hidden columns: read once per table, whereas react-admin's cells each read them. */
export const HiddenColumns = createContext<readonly string[]>([])

type BodyCellProps = {
  readonly source: string
  readonly align: 'left' | 'right'
  readonly className?: string | undefined
  readonly children: ReactNode
}

/**
 * A cell of a row: the element that react-admin's component renders in the end, with MUI's class names. Theirs are four
 * components for each cell with two passes of styles, which is slow for the ninety cells of a page.
 */
const BodyCell = ({ source, align, className = '', children }: BodyCellProps) =>
  useContext(HiddenColumns).includes(source) ? null : (
    <td className={`MuiTableCell-root MuiTableCell-body ${align} column-${source} ${className}`}>
      {children}
    </td>
  )

type LabelProps = {
  readonly source: string
  readonly field: string
  /** The effect of a click, in words. */
  readonly name: string
  readonly active: boolean
  readonly direction: 'asc' | 'desc'
  readonly onClick: (event: SyntheticEvent) => void
}

/** Memoized: new rows must not re-render it. */
const Label = memo(({ source, field, name, ...props }: LabelProps) => (
  <TableSortLabel aria-label={name} title={name} data-field={source} data-order="ASC" {...props}>
    {field}
  </TableSortLabel>
))

type SortLabelProps = { readonly source: string; readonly label: string }

/** Sorts the rows by a column. Replaces react-admin's label, whose tooltip renders again on mount. */
const SortLabel = ({ source, label }: SortLabelProps) => {
  const translate = useTranslate()
  const sort = useDataTableSortContext()
  const { handleSort } = useDataTableCallbacksContext()
  const onClick = useEvent((event: SyntheticEvent) => handleSort?.(event))
  const active = sort?.field === source
  const field = translate(label)
  const name = translate('ra.sort.sort_by', {
    field,
    field_lower_first: field.charAt(0).toLowerCase() + field.slice(1),
    order: translate(`ra.sort.${active && sort?.order === 'ASC' ? 'DESC' : 'ASC'}`),
  })
  return (
    <Label
      source={source}
      field={field}
      name={name}
      active={active}
      direction={sort?.order === 'DESC' ? 'desc' : 'asc'}
      onClick={onClick}
    />
  )
}

type ListColumnProps = ComponentProps<typeof DataTable.Col> & {
  readonly source: string
  readonly label: string
  readonly align: 'left' | 'right'
}

type Order = 'ascending' | 'descending' | 'none'

const orders = { ASC: 'ascending', DESC: 'descending' } as const

/** The heading of a column, with `aria-sort`. Memoized: new rows must not re-render it. */
const SteadyHeading = memo(({ order, ...props }: ListColumnProps & { readonly order: Order }) => {
  if (props.disableSort) return <DataTable.Col {...props} />
  const label = <SortLabel source={props.source} label={props.label} />
  return <DataTable.Col {...props} disableSort label={label} aria-sort={order} />
})

const Heading = (props: ListColumnProps) => {
  const sort = useDataTableSortContext()
  const order = sort?.field === props.source ? orders[sort.order ?? 'ASC'] : 'none'
  return <SteadyHeading {...props} order={order} />
}

/** A column: in the head, in each row, and in the menu that chooses columns. */
const ListColumn = (props: ListColumnProps) => {
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

const isNumber = (resource: Resource, path: string) =>
  ['integer', 'number'].includes(resource.fields[path]?.kind ?? '') && !resource.slots?.fields?.[path]

/** A row opens its record's screen, or its form if it has none. */
export const opens = ({ paths }: Resource) => (paths.show ? 'show' : 'edit')

const plainKinds: readonly string[] = ['text', 'email', 'integer']

/** The column whose cells show the record's picture and name, and link to it. */
export const nameColumn = ({ fields, slots }: Resource, columns: readonly string[]) =>
  columns.slice(0, 2).find(path => plainKinds.includes(fields[path]?.kind ?? '') && !slots?.fields?.[path])

/** The values that a row does not share with most rows of its tab. In a column of their own they would leave it empty. */
const useUnusual = () => {
  const record = useRecordContext()
  return Object.entries(useContext(UsualValues)).flatMap(([path, usual]) =>
    record?.[path] === usual ? [] : [path],
  )
}

/** The name of the record in a row, followed by what is unusual about it. */
const NameCell = (props: NameProps) => {
  const unusual = useUnusual()
  if (unusual.length === 0) return <NameLink {...props} />
  return (
    <div className="unusual-row">
      <NameLink {...props} />
      {unusual.map(path => (
        <FieldView key={path} resource={props.resource} path={path} />
      ))}
    </div>
  )
}

type NameProps = { readonly resource: Resource; readonly path: string }

/** The name of the record in a row, with its picture, as a link to it. */
const NameLink = ({ resource, path }: NameProps) => {
  const record = useRecordContext()
  const actor = useActor()
  const titleOf = useRecordTitle(resource)
  if (!record) return null
  const to = mayOpen(resource, actor, record) && pathTo(resource.name, opens(resource), record.id)
  const name = (
    <>
      {resource.picture && <RowPicture resource={resource} picture={resource.picture} />}
      <FieldView resource={resource} path={path} />
    </>
  )
  return to ? (
    // The click on the row opens the record: without this, both would.
    <LinkBase
      to={to}
      className="row-link"
      {...(isEmpty(record[path]) && { 'aria-label': titleOf(record) })}
      onClick={(event: SyntheticEvent) => event.stopPropagation()}
    >
      {name}
    </LinkBase>
  ) : (
    <span className="row-link">{name}</span>
  )
}

const columnOf = (resource: Resource, named: string | undefined) => (path: string) => (
  <ListColumn
    key={path}
    source={path}
    label={labelKey(resource.name, path)}
    disableSort={resource.fields[path]?.sort !== true}
    align={isNumber(resource, path) && path !== named ? 'right' : 'left'}
    cellClassName={path === named ? 'named' : resource.fields[path]?.kind === 'json' ? 'wraps' : ''}
  >
    {path === named ? (
      <NameCell resource={resource} path={path} />
    ) : (
      <FieldView resource={resource} path={path} />
    )}
  </ListColumn>
)

/** The columns of the table, memoized: react-admin re-renders its rows and cells when these elements change. */
export const useCells = (resource: Resource, columns: readonly string[]) => {
  const names = columns.join()
  return useMemo(() => {
    const paths = names.split(',')
    const named = nameColumn(resource, paths)
    return [
      ...paths.map(columnOf(resource, named)),
      hasRowButtons(resource) && (
        <ListColumn
          key="buttons"
          source="buttons"
          label="admin.list.actions"
          disableSort
          align="right"
          className="buttons"
        >
          <RowButtons resource={resource} opens={named === undefined} />
        </ListColumn>
      ),
    ]
  }, [resource, names])
}

/** Columns in the order in which they yield: those declared to, then the last ones. The first and the name stay. */
export const yieldingOf = (resource: Resource, columns: readonly string[]) => {
  const declared = resource.list.yielding ?? []
  const named = nameColumn(resource, columns)
  const rest = columns.slice(1).filter(path => path !== named && !declared.includes(path))
  return [...declared.filter(path => columns.includes(path)), ...rest.reverse()]
}

export type Measured = { readonly name: string; readonly width: number }

/**
 * The columns to leave out so that the others fit, in the order in which they yield.
 * @param columns all shown columns with their natural widths, in pixels
 * @param yielding the names of those that may be left out, the first one first
 */
export const columnsLeftOut = (
  columns: readonly Measured[],
  yielding: readonly string[],
  space: number,
): readonly string[] => {
  let needed = columns.reduce((sum, { width }) => sum + width, 0)
  const out: string[] = []
  for (const name of yielding) {
    if (needed <= space) break
    const column = columns.find(each => each.name === name)
    if (!column) continue
    needed -= column.width
    out.push(name)
  }
  return out
}

const COLUMN = 'column-'
const WITHOUT = 'without-'

/**
 * CSS that hides each of these columns if the table has a class for it. The classes are set outside React: the columns
 * that fit are known only after layout, and rendering the table again would delay its paint. `class~=`, since a name
 * may contain a dot, which a class selector would not accept.
 */
export const hidingColumns = (names: readonly string[]) =>
  Object.fromEntries(
    names.map(name => [`& [class~="${WITHOUT}${name}"] [class~="${COLUMN}${name}"]`, { display: 'none' }]),
  )

const leaveOut = (table: HTMLTableElement, names: readonly string[]) => {
  table.classList.remove(...[...table.classList].filter(each => each.startsWith(WITHOUT)))
  table.classList.add(...names.map(name => WITHOUT + name))
}

const nameOf = (cell: Element) =>
  [...cell.classList].find(each => each.startsWith(COLUMN))?.slice(COLUMN.length) ?? ''

/** Pixels that a column with wrapped text needs; a wider one is easier to read. */
const WRAPPED = 260

/** The natural widths of all columns, with none left out; columns that wrap need less. */
const measure = (table: HTMLTableElement): Measured[] => {
  const { width } = table.style
  table.style.width = 'max-content'
  const cells = [...(table.tHead?.rows[0]?.cells ?? [])]
  const values = table.tBodies[0]?.rows[0]?.cells
  const columns = cells.map((cell, index) => {
    const { width } = cell.getBoundingClientRect()
    const wraps = values?.[index]?.classList.contains('wraps')
    return { name: nameOf(cell), width: wraps ? Math.min(width, WRAPPED) : width }
  })
  table.style.width = width
  return columns
}

/** True if the table extends beyond the right edge of its frame, or of the part scrolled into view. */
const goesOn = ({ parentElement: frame }: HTMLTableElement, scrolled = 0) =>
  frame !== null && scrolled + frame.clientWidth < frame.scrollWidth - 1

/** Marks a table that extends beyond its right edge, for the shadow there. */
const markMore = (table: HTMLTableElement) =>
  table.classList.toggle('goes-on', goesOn(table, table.parentElement?.scrollLeft))

/** @param space the width of the frame in pixels for which the columns were chosen */
const watch = (table: HTMLTableElement, space: () => number | undefined, onChange: () => void) => {
  const frame = table.parentElement
  const mark = () => markMore(table)
  let known = false
  let asked = 0
  const read = () => {
    // The first callback reports the sizes just measured, unless part of a row has been loaded since, or the frame differs.
    if (known || goesOn(table) || frame?.clientWidth !== space()) onChange()
    known = true
    mark()
  }
  // In the next frame: a change within this one would be reported as a loop.
  const sizes = new ResizeObserver(() => {
    cancelAnimationFrame(asked)
    asked = requestAnimationFrame(read)
  })
  for (const part of [table, frame]) if (part) sizes.observe(part)
  frame?.addEventListener('scroll', mark, { passive: true })
  return () => {
    cancelAnimationFrame(asked)
    sizes.disconnect()
    frame?.removeEventListener('scroll', mark)
  }
}

type Fit = {
  readonly yielding: readonly string[]
  /** The user wants to see all columns, fitting or not. */
  readonly all: boolean
}

/** The columns that do not fit, and the width in pixels of the frame into which they do not. */
type Settled = { readonly out: readonly string[]; readonly space: number | undefined }

/** Leaves out the columns that do not fit now. */
const settle = (table: HTMLTableElement, { yielding, all }: Fit): Settled => {
  leaveOut(table, [])
  const columns = measure(table)
  const space = table.parentElement?.clientWidth
  const out = columnsLeftOut(columns, yielding, space ?? 0)
  if (!all) leaveOut(table, out)
  return { out, space }
}

/**
 * The result for rows, with what it was computed from, for the return to a list: measuring lays out the whole page before
 * it is painted. In a frame of another width, the observer of sizes measures again.
 */
const settledWith = new WeakMap<object, Settled & { readonly given: string }>()

/**
 * Leaves out the columns that do not fit into the table's frame; measures again when rows, columns or the frame change.
 * @param chosen the user's choice of columns
 * @returns the number of columns that do not fit
 */
export const useLeftOut = (
  ref: RefObject<HTMLTableElement | null>,
  { yielding, all }: Fit,
  chosen: unknown,
): number => {
  const { data } = useListContext()
  const [count, setCount] = useState(0)
  const measured = useRef<object>(undefined)
  const space = useRef<number>(undefined)
  const order = yielding.join()
  const given = JSON.stringify([order, all, chosen])
  const update = useCallback(() => {
    if (!ref.current) return
    const settled = settle(ref.current, { yielding: order.split(','), all })
    if (measured.current) settledWith.set(measured.current, { ...settled, given: given + innerWidth })
    space.current = settled.space
    // Deferred until the rows are painted: an update in between would be rendered before them.
    startTransition(() => setCount(settled.out.length))
  }, [ref, order, all, given])
  // biome-ignore lint/correctness/useExhaustiveDependencies: other rows are measured below.
  useLayoutEffect(() => {
    const before = data && settledWith.get(data)
    measured.current = data
    if (!ref.current || before?.given !== given + innerWidth) return update()
    space.current = before.space
    if (!all) leaveOut(ref.current, before.out)
    startTransition(() => setCount(before.out.length))
  }, [update])
  useEffect(() => {
    // Rows that need more space widen the table, which the observer notices immediately; those that need less are
    // painted first.
    if (measured.current === data) return
    measured.current = data
    const timer = setTimeout(update)
    return () => clearTimeout(timer)
  }, [update, data])
  useEffect(() => (ref.current ? watch(ref.current, () => space.current, update) : undefined), [ref, update])
  return count
}
