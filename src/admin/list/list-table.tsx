import Button from '@mui/material/Button'
import Stack from '@mui/material/Stack'
import type { Theme } from '@mui/material/styles'
import type { SystemStyleObject } from '@mui/system'
import {
  type ReactNode,
  type RefObject,
  Suspense,
  useCallback,
  useEffect,
  useLayoutEffect,
  useMemo,
  useRef,
} from 'react'
import {
  DataTable,
  type Identifier,
  Pagination,
  type RaRecord,
  useListContext,
  useStore,
  useTranslate,
} from 'react-admin'
import type { Resource } from '~/model/define'
import { tabKey } from '~/src/admin/admin-config'
import { Compact, UsualValues } from '~/src/admin/fields/kinds'
import { pathTo, useRecordTitle } from '~/src/admin/paths'
import { mayOpen, useActor } from '~/src/admin/rights'
import { useSingleKeys } from '~/src/ui/keys'
import { laterPart } from '~/src/ui/later-part'
import { lazyPart } from '~/src/ui/lazy-part'
import { useIsPhone } from '~/src/ui/phone'
import { useAfterFirstPaint, useAfterPaint } from '~/src/ui/use-after-paint'
import {
  denseKey,
  HiddenColumns,
  hidingColumns,
  nameColumn,
  opens,
  statedBy,
  tableKey,
  useCells,
  useColumns,
  useLeftOut,
  yieldingOf,
} from './columns'

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
  // With the reason of a failure, or the day of a deletion.
  '& .MuiTableCell-body.column-status': { maxWidth: 300 },
  '& .MuiTableCell-body.named': { maxWidth: { xs: 200, md: 300, lg: 420 } },
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

/** The names of the rows' checkboxes, in the order of the rows. */
const useBoxNames = (resource: Resource) => {
  const { data } = useListContext()
  const translate = useTranslate()
  const titleOf = useRecordTitle(resource)
  const names = useRef<readonly string[]>([])
  useLayoutEffect(() => {
    names.current = (data ?? []).map(record => translate('admin.list.choose', { name: titleOf(record) }))
  })
  return names
}

/**
 * Loads and starts an enhancement after the first rows. Without it, for instance offline, the list works without the
 * enhancement.
 */
const useAfterRows = <T extends Element>(
  ref: RefObject<T | null>,
  load: (element: () => T | null) => Promise<(() => void) | undefined>,
) => {
  const latest = useRef(load)
  const { isPending } = useListContext()
  const hadRows = useRef(false)
  hadRows.current ||= !isPending
  const isOn = hadRows.current
  useEffect(() => {
    if (!isOn) return undefined
    let stop: (() => void) | undefined
    let gone = false
    const start = async () => {
      stop = await latest.current(() => (gone ? null : ref.current))
    }
    const timer = setTimeout(() => start().catch(() => undefined))
    return () => {
      gone = true
      clearTimeout(timer)
      stop?.()
    }
  }, [ref, isOn])
}

/** Arrow keys in the rows of a table and the names of their checkboxes, loaded after the first rows. */
const useRowKeys = (ref: RefObject<HTMLTableElement | null>, resource: Resource) => {
  const names = useBoxNames(resource)
  const [singleKeys] = useSingleKeys()
  const areLettersOn = useRef(singleKeys)
  areLettersOn.current = singleKeys
  useAfterRows(ref, async tableNow => {
    const [{ followKeys }, { followTabClicks }] = await Promise.all([
      import('./row-keys'),
      import('./row-links'),
    ])
    const table = tableNow()
    if (!table) return undefined
    const stops = [
      followKeys(
        table,
        () => names.current,
        () => areLettersOn.current,
      ),
      followTabClicks(table),
    ]
    return () => {
      for (const stop of stops) stop()
    }
  })
}

/** Keeps the focus in a list whose rows are deleted. */
export const useRowFocus = (ref: RefObject<HTMLElement | null>) =>
  useAfterRows(ref, async listNow => {
    const { keepFocus } = await import('./row-focus')
    const list = listNow()
    return list ? keepFocus(list) : undefined
  })

/**
 * The columns of a tab: not the fields that it states. Values that are usual have a column only where rows have no name
 * that an unusual value can follow.
 */
const useTabColumns = (resource: Resource, { without, tab }: Pick<Props, 'without' | 'tab'>) => {
  const all = useColumns(resource)
  const isNamed = nameColumn(resource, all) !== undefined
  const { implied, usual } = useMemo(() => statedBy(resource, tab), [resource, tab])
  const inName = useMemo(() => (isNamed ? usual : {}), [isNamed, usual])
  const left = [...implied, ...Object.keys(inName), without]
  return { columns: all.filter(path => !left.includes(path)), usual: inName }
}

/** The table of a list, with the columns of its definition. */
const ListTable = ({ resource, without, tab, selectable = false }: Props) => {
  const { columns, usual } = useTabColumns(resource, { without, tab })
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
      <UsualValues value={usual}>
        <HiddenColumns value={hiddenNow}>
          <DataTable
            ref={table}
            aria-label={name}
            storeKey={tableKey(resource.name)}
            hiddenColumns={hidden}
            bulkActionButtons={selectable}
            // Bulk actions are rendered above the rows.
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
