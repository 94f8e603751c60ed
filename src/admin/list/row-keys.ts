import { latinKey } from '~/src/ui/keys'

type Step = (place: Place) => HTMLElement | undefined
type Place = { readonly item: HTMLElement; readonly row: HTMLTableRowElement; readonly items: HTMLElement[] }

const controlsOf = (row: Element) => [
  ...row.querySelectorAll<HTMLElement>(':is(a[href], button:not(:disabled), input:not(:disabled))'),
]

/** The control that Tab reaches: the last focused one, else the link that names the record, or the first button. */
export const stopOf = (row: Element) => {
  const items = controlsOf(row)
  return (
    items.find(item => item.dataset.stop !== undefined) ??
    items.find(item => item.matches('.row-link')) ??
    items.find(item => item.closest('.buttons')) ??
    items[0]
  )
}

const rowsOf = (table: HTMLTableElement) => [...table.tBodies].flatMap(body => [...body.rows])

const setStop = (row: Element, stop = stopOf(row)) => {
  for (const item of controlsOf(row)) {
    item.tabIndex = item === stop ? 0 : -1
    if (item === stop) item.dataset.stop = ''
    else delete item.dataset.stop
  }
}

const cellOf = (item: Element) => item.closest('td')?.cellIndex

/** The control below this one in another row: at the same position in the same column, if it exists. */
const under = ({ item, row, items }: Place, other: Element | undefined) => {
  if (!other) return undefined
  const ofCell = (list: readonly HTMLElement[]) => list.filter(each => cellOf(each) === cellOf(item))
  const found = ofCell(controlsOf(other))
  return row === other ? item : (found[ofCell(items).indexOf(item)] ?? found.at(-1) ?? stopOf(other))
}

const inTable = (by: 1 | -1): Step => {
  return place => {
    const rows = rowsOf(place.row.closest('table') ?? document.createElement('table'))
    const rest =
      by > 0 ? rows.slice(rows.indexOf(place.row) + 1) : rows.slice(0, rows.indexOf(place.row)).reverse()
    return under(
      place,
      rest.find(row => controlsOf(row).length > 0),
    )
  }
}

const steps: Readonly<Record<string, Step>> = {
  ArrowDown: inTable(1),
  ArrowUp: inTable(-1),
  ArrowRight: ({ item, items }) => items[items.indexOf(item) + 1],
  ArrowLeft: ({ item, items }) => items[items.indexOf(item) - 1],
  Home: ({ items }) => items[0],
  End: ({ items }) => items.at(-1),
}

const placeOf = ({ target }: Event): Place | undefined => {
  const row = target instanceof HTMLElement && target.closest<HTMLTableRowElement>('tbody tr')
  const items = row ? controlsOf(row) : []
  const item = items.find(each => each === target)
  return row && item ? { item, row, items } : undefined
}

const boxOf = (row: Element) => row.querySelector<HTMLInputElement>('input[type=checkbox]')

const choose = (row: Element) => {
  const box = boxOf(row)
  if (box && !box.checked) box.click()
}

/** Chooses this row and the next one, and moves the focus there. */
const extend =
  (step: Step): Step =>
  place => {
    if (!boxOf(place.row)) return undefined
    const next = step(place)
    choose(place.row)
    const row = next?.closest('tr')
    if (row) choose(row)
    return next
  }

const withShift: Readonly<Record<string, Step>> = {
  ArrowDown: extend(inTable(1)),
  ArrowUp: extend(inTable(-1)),
}

const toggle: Step = ({ item, row }) => {
  boxOf(row)?.click()
  return item
}

const stepOf = (event: KeyboardEvent, areLettersOn: boolean) => {
  if (latinKey(event) === 'x') return areLettersOn ? toggle : undefined
  return (event.shiftKey ? withShift : steps)[event.key]
}

const onKey = (event: KeyboardEvent, areLettersOn: boolean) => {
  const step = stepOf(event, areLettersOn)
  const place = placeOf(event)
  if (!step || !place || event.altKey || event.ctrlKey || event.metaKey) return
  event.preventDefault()
  step(place)?.focus()
}

const onFocus = (event: Event) => {
  const place = placeOf(event)
  if (place) setStop(place.row, place.item)
}

/** Shows a truncated value in full while the pointer is over it. */
const onPointer = ({ target }: Event) => {
  const cell = target instanceof Element && target.closest('td')
  if (cell && cell.scrollWidth > cell.clientWidth && !cell.querySelector('[title], title'))
    cell.title = cell.textContent ?? ''
}

/** react-admin gives every checkbox the same label: a screen reader needs the record's name on it. */
const nameBox = (row: Element, name: string | undefined) => {
  const box = boxOf(row)
  if (box && name) box.ariaLabel = name
}

const settle = (table: HTMLTableElement, names: readonly string[]) => {
  for (const [index, row] of rowsOf(table).entries()) {
    setStop(row)
    nameBox(row, names[index])
  }
}

/**
 * One tab stop for each row. Left and right, Home and End move between the row's links and buttons, up and down between
 * rows. Attached to the DOM: forty buttons that subscribed to a context would re-render on each key press.
 * @param names of the rows' checkboxes, in the order of the rows
 * @param areLettersOn whether the user has enabled single-letter shortcuts
 */
export const followKeys = (
  table: HTMLTableElement,
  names: () => readonly string[],
  areLettersOn = () => true,
) => {
  settle(table, names())
  const changes = new MutationObserver(() => settle(table, names()))
  const press = (event: KeyboardEvent) => onKey(event, areLettersOn())
  changes.observe(table, { childList: true, subtree: true, attributeFilter: ['disabled', 'href'] })
  table.addEventListener('keydown', press)
  table.addEventListener('focusin', onFocus)
  table.addEventListener('pointerover', onPointer)
  return () => {
    changes.disconnect()
    table.removeEventListener('keydown', press)
    table.removeEventListener('focusin', onFocus)
    table.removeEventListener('pointerover', onPointer)
  }
}
