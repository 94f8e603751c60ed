import { type RefObject, useEffect, useLayoutEffect, useState } from 'react'
import { useListContext } from 'react-admin'

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

const MEASURING = 'measuring'
const COLUMN = 'column-'

/** Hides columns, except while all are measured. A name may hold a dot, which a class selector would not take. */
export const withoutColumns = (names: readonly string[]) =>
  Object.fromEntries(
    names.map(name => [`& table:not(.${MEASURING}) [class~="${COLUMN}${name}"]`, { display: 'none' }]),
  )

const nameOf = (cell: Element) =>
  [...cell.classList].find(each => each.startsWith(COLUMN))?.slice(COLUMN.length) ?? ''

/** Pixels that a column whose text wraps needs; wider it is easier to read. */
const WRAPPED = 260

/** The widths of all columns as wide as their contents are; those that wrap need less. */
const measure = (table: HTMLTableElement): Measured[] => {
  const { width } = table.style
  table.classList.add(MEASURING)
  table.style.width = 'max-content'
  const cells = [...(table.tHead?.rows[0]?.cells ?? [])]
  const values = table.tBodies[0]?.rows[0]?.cells
  const columns = cells.map((cell, index) => {
    const { width } = cell.getBoundingClientRect()
    const wraps = values?.[index]?.classList.contains('wraps')
    return { name: nameOf(cell), width: wraps ? Math.min(width, WRAPPED) : width }
  })
  table.style.width = width
  table.classList.remove(MEASURING)
  return columns
}

/** Marks a table that goes on beyond its right edge, for the shadow there. */
const markMore = (table: HTMLTableElement) => {
  const { scrollLeft = 0, clientWidth = 0, scrollWidth = 0 } = table.parentElement ?? {}
  table.classList.toggle('goes-on', scrollLeft + clientWidth < scrollWidth - 1)
}

const watch = (table: HTMLTableElement, onChange: () => void) => {
  const frame = table.parentElement
  const mark = () => markMore(table)
  const sizes = new ResizeObserver(() => {
    onChange()
    mark()
  })
  for (const part of [table, frame]) if (part) sizes.observe(part)
  frame?.addEventListener('scroll', mark, { passive: true })
  return () => {
    sizes.disconnect()
    frame?.removeEventListener('scroll', mark)
  }
}

const isSame = (one: readonly string[], other: readonly string[]) => one.join() === other.join()

/**
 * The columns that do not fit into the table's frame now; measured again when rows, columns or the frame change.
 * @param chosen the user's choice of columns
 */
export const useLeftOut = (
  ref: RefObject<HTMLTableElement | null>,
  yielding: readonly string[],
  chosen: unknown,
): readonly string[] => {
  const { data } = useListContext()
  const [out, setOut] = useState<readonly string[]>([])
  const order = yielding.join()
  // biome-ignore lint/correctness/useExhaustiveDependencies: other rows and columns have other widths.
  useLayoutEffect(() => {
    if (ref.current) settle(ref.current, order.split(','), setOut)
  }, [ref, order, chosen, data])
  useEffect(() => {
    const table = ref.current
    if (!table) return
    return watch(table, () => settle(table, order.split(','), setOut))
  }, [ref, order])
  return out
}

type Set = (change: (known: readonly string[]) => readonly string[]) => void

const settle = (table: HTMLTableElement, yielding: readonly string[], set: Set) => {
  const next = columnsLeftOut(measure(table), yielding, table.parentElement?.clientWidth ?? 0)
  set(known => (isSame(known, next) ? known : next))
}
