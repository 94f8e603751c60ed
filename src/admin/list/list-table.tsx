import Button from '@mui/material/Button'
import Stack from '@mui/material/Stack'
import type { Theme } from '@mui/material/styles'
import TableSortLabel from '@mui/material/TableSortLabel'
import type { SystemStyleObject } from '@mui/system'
import {
  type ComponentProps,
  createContext,
  memo,
  type ReactNode,
  type RefObject,
  Suspense,
  type SyntheticEvent,
  useCallback,
  useContext,
  useMemo,
  useRef,
} from 'react'
import {
  DataTable,
  type Identifier,
  LinkBase,
  Pagination,
  type RaRecord,
  useDataTableCallbacksContext,
  useDataTableRenderContext,
  useDataTableSortContext,
  useEvent,
  useListContext,
  useRecordContext,
  useStore,
  useTranslate,
} from 'react-admin'
import { isEmpty } from '~/model/access'
import type { Resource } from '~/model/define'
import { hasRowButtons, RowButtons } from '~/src/admin/actions/row-buttons'
import { labelKey, tabKey } from '~/src/admin/admin-config'
import { Compact, FieldView, UsualValues } from '~/src/admin/fields/field-view'
import { RowPicture } from '~/src/admin/fields/picture'
import { pathTo, useRecordTitle } from '~/src/admin/paths'
import { mayOpen, useActor } from '~/src/admin/rights'
import { laterPart } from '~/src/ui/later-part'
import { lazyPart } from '~/src/ui/lazy-part'
import { useIsPhone } from '~/src/ui/phone'
import { useAfterFirstPaint, useAfterPaint } from '~/src/ui/use-after-paint'
import { denseKey, hidingColumns, statedBy, tableKey, useColumns, useLeftOut } from './columns'
import { useRowKeys } from './use-row-keys'

/** The hidden columns: read once per table, whereas react-admin's cells each read them. */
const HiddenColumns = createContext<readonly string[]>([])

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
const opens = ({ paths }: Resource) => (paths.show ? 'show' : 'edit')

const plainKinds: readonly string[] = ['text', 'email', 'integer']

/** The column whose cells show the record's picture and name, and link to it. */
const nameColumn = ({ fields, slots }: Resource, columns: readonly string[]) =>
  columns.slice(0, 2).find(path => plainKinds.includes(fields[path]?.kind ?? '') && !slots?.fields?.[path])

/** The name of the record in a row, with its picture, as a link to it. */
const NameCell = ({ resource, path }: { readonly resource: Resource; readonly path: string }) => {
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

type LeftOutNoteProps = {
  /** Number of columns that do not fit. */
  readonly count: number
  readonly all: boolean
  readonly onChange: (all: boolean) => void
}

/**
 * Reports that columns are left out for lack of space; its button shows all of them in a scrolling table, or fits them
 * again.
 */
const LeftOutNote = ({ count, all, onChange }: LeftOutNoteProps) => {
  const translate = useTranslate()
  if (count === 0) return null
  return (
    <Button size="small" onClick={() => onChange(!all)} sx={{ ml: 1, mt: 0.5 }}>
      {translate(all ? 'admin.list.fit' : 'admin.list.leftOut', { smart_count: count })}
    </Button>
  )
}

const buttons = {
  position: 'sticky',
  right: 0,
  maxWidth: 'none',
  bgcolor: 'background.paper',
  backgroundImage: 'none',
  px: 0.5,
  '& .MuiIconButton-root': { p: 0.375 },
} as const

/** Long values of the focused row are shown in full. */
const whole = { whiteSpace: 'normal', overflow: 'visible', overflowWrap: 'anywhere' } as const

/** The styles of a cell, equal to MUI's in this theme. */
const cell = ({ typography, palette }: Theme): SystemStyleObject<Theme> => ({
  ...typography.body2,
  fontVariantNumeric: 'tabular-nums',
  color: palette.text.primary,
  padding: '7px 8px',
  borderBottom: `1px solid ${palette.divider}`,
  '&.right': { textAlign: 'right' },
})

/**
 * Rows of one line: long values are truncated, and the buttons stay visible during horizontal scrolling, with a shadow
 * where they cover content.
 * @param yielding the columns that may be left out
 */
const tableStyles = (yielding: readonly string[]) => ({
  // A scrolling frame would hold the head, which otherwise stays below the app bar while the page scrolls.
  '& .RaDataTable-tableWrapper': { overflowX: 'clip' },
  '& .RaDataTable-tableWrapper:has(.goes-on)': { overflowX: 'auto' },
  '& thead th': { position: 'sticky', top: 'var(--bar)', zIndex: 2, bgcolor: 'background.paper' },
  '& .RaDataTable-tableWrapper:has(.goes-on) thead th': { position: 'static' },
  '&.dense :where(td[class*=column-])': { paddingBlock: '2px' },
  '&.dense .row-picture': { width: 43, height: 24 },
  // Lowest specificity: `:where` counts as zero.
  '& :where(td[class*=column-])': cell,
  '& .MuiTableCell-root': { px: 1, whiteSpace: 'nowrap' },
  '& .MuiTableCell-root:first-of-type': { pl: 2 },
  '& .MuiTableCell-body': { maxWidth: 180, overflow: 'hidden', textOverflow: 'ellipsis' },
  '& .MuiTableRow-root:has(:focus-visible) .MuiTableCell-body:not(.buttons)': whole,
  '& .MuiTableCell-body.named': { maxWidth: 420 },
  '& .MuiTableCell-body.wraps': { maxWidth: 'none', whiteSpace: 'normal' },
  '& .MuiTableCell-root.buttons': buttons,
  // Opaque over the scrolled content, in the colour of its row.
  '& .MuiTableRow-hover:hover .MuiTableCell-root.buttons': ({ palette }: Theme) => ({
    backgroundImage: `linear-gradient(${palette.action.hover}, ${palette.action.hover})`,
  }),
  '& .goes-on .MuiTableCell-root.buttons': {
    boxShadow: '-10px 0 10px -10px rgb(0 0 0 / 45%)',
    borderLeft: 1,
    borderLeftColor: 'divider',
  },
  ...hidingColumns(yielding),
})

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

/** Leaves out the columns that do not fit, unless the user wants to see all, and reports their number. */
const FittingColumns = ({ resource: { name }, table, yielding }: FittingProps) => {
  const [all, setAll] = useStore(`preferences.${name}.allColumns`, false)
  const [chosen] = useStore(tableKey(name))
  const count = useLeftOut(table, { yielding, all }, chosen)
  return <LeftOutNote count={count} all={all} onChange={setAll} />
}

/** The table of a list, with the columns of its definition. */
const ListTable = ({ resource, without, tab, selectable = false }: Props) => {
  const stated = useMemo(() => statedBy(resource, tab), [resource, tab])
  const columns = useColumns(resource).filter(path => path !== without && !stated.implied.includes(path))
  const table = useRef<HTMLTableElement>(null)
  const yielding = yieldingOf(resource, columns)
  const sx = useStyles(yielding)
  const hidden = useMemo(() => [...(resource.list.hidden ?? [])], [resource])
  const [hiddenNow] = useStore<readonly string[]>(tableKey(resource.name), hidden)
  const [dense] = useStore(denseKey, false)
  const cells = useCells(resource, columns)
  const rowClick = useRowClick(resource)
  const name = useName(resource, tab)
  useRowKeys(table, resource)
  return (
    <Compact value>
      <UsualValues value={stated.usual}>
        <HiddenColumns value={hiddenNow}>
          <DataTable
            ref={table}
            aria-label={name}
            storeKey={tableKey(resource.name)}
            hiddenColumns={hidden}
            bulkActionButtons={selectable}
            // Bulk actions are rendered above the rows (list-body).
            bulkActionsToolbar={false}
            rowClick={rowClick}
            sx={sx}
            className={dense ? 'dense' : ''}
          >
            {cells}
          </DataTable>
        </HiddenColumns>
      </UsualValues>
      <FittingColumns resource={resource} table={table} yielding={yielding} />
    </Compact>
  )
}

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

const GoToPage = laterPart(() => import('./go-to-page').then(file => file.GoToPage))

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

type ListRowsProps = {
  readonly resource: Resource
  readonly view?: 'table' | 'grid'
  /** A column to omit, as every row has the same value. */
  readonly without?: string | undefined
  readonly tab?: string | undefined
  readonly selectable?: boolean
}

/** The records of a list: a table, cards on a phone, or the grid that the definition selects. */
export const ListRows = ({ resource, view = 'table', without, tab, selectable = false }: ListRowsProps) => {
  const isPhone = useIsPhone()
  if (view === 'grid') return <ListGrid resource={resource} />
  return isPhone ? (
    <ListCards resource={resource} without={without} tab={tab} selectable={selectable} />
  ) : (
    <ListTable resource={resource} without={without} tab={tab} selectable={selectable} />
  )
}
