import {
  type RefObject,
  startTransition,
  useCallback,
  useEffect,
  useLayoutEffect,
  useRef,
  useState,
} from 'react'
import { useListContext } from 'react-admin'
import { readablePaths } from '~/model/access'
import { pathsFor, type Resource } from '~/model/define'
import { removedState } from '~/model/states'
import { useActor } from '~/src/admin/rights'

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

const none = {}

/**
 * What a tab states of all its rows. `implied`: the fields of which they have one value, left out as columns, except for
 * a deletion, whose day differs; `usual`: the first of several values, which rows do not repeat.
 */
export const statedBy = ({ list }: Resource, tab: string | undefined) => {
  const { filter = none, states } = list.tabs?.[tab ?? ''] ?? {}
  const lists = Object.entries(filter).map(
    ([path, value]) => [path, Array.isArray(value) ? value : [value]] as const,
  )
  return {
    implied: [
      ...lists.flatMap(([path, values]) =>
        values.length === 1 && values[0] !== removedState.delayed ? [path] : [],
      ),
      states,
    ],
    usual: Object.fromEntries(
      lists.flatMap(([path, values]) =>
        path === 'status' && values.length === 2 ? [[path, values[0]]] : [],
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
