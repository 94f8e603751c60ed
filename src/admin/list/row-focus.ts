import { stopOf } from './row-keys'

/** Elements that act on rows without being inside them. */
const acting = '.MuiModal-root, [role=dialog], [role=toolbar], [role=menu]'
/** A record: a row of a table, or a card. */
const record = 'tbody tr, [data-record]'

/** Milliseconds without rows after which the list counts as empty, and not as loading another page. */
const EMPTY_FOR = 400

const rowsIn = (list: Element) => [...list.querySelectorAll(record)]

/** The title of the screen, which a list without rows still has. */
const focusHeading = (list: Element) => {
  const heading = (list.closest('main') ?? document).querySelector('h1')
  if (!heading) return
  heading.tabIndex = -1
  heading.focus()
}

/**
 * Keeps the focus in the list when an action from a row removes that row, such as a deletion: the row in its place gets
 * the focus, else the last row, else the heading. Otherwise the body would get it, and the next Tab would start at the
 * top.
 * @returns a function that stops it
 */
export const keepFocus = (list: HTMLElement) => {
  let last: { readonly row: Element; readonly index: number } | undefined
  let timer: ReturnType<typeof setTimeout> | undefined
  const isLost = () => last && !last.row.isConnected && document.activeElement === document.body
  const note = ({ target }: Event) => {
    if (!(target instanceof Element) || target === document.body) return
    const row = list.contains(target) && target.closest(record)
    if (row) last = { row, index: rowsIn(list).indexOf(row) }
    else if (!target.closest(acting)) last = undefined
  }
  /** Forgets the row on a click elsewhere: the user moved the focus on purpose. */
  const forget = ({ target }: Event) => {
    if (target instanceof Element && !list.contains(target) && !target.closest(acting)) last = undefined
  }
  const restore = () => {
    clearTimeout(timer)
    if (!last || !isLost() || list.querySelector('[data-skeleton]')) return
    const rows = rowsIn(list)
    const row = rows[last.index] ?? rows.at(-1)
    if (row) stopOf(row)?.focus()
    else timer = setTimeout(() => isLost() && focusHeading(list), EMPTY_FOR)
  }
  const changes = new MutationObserver(restore)
  changes.observe(list, { childList: true, subtree: true })
  // A dialog that closes after the row is gone has nowhere to return the focus to.
  changes.observe(document.body, { childList: true })
  document.addEventListener('focusin', note)
  document.addEventListener('pointerdown', forget)
  return () => {
    clearTimeout(timer)
    changes.disconnect()
    document.removeEventListener('focusin', note)
    document.removeEventListener('pointerdown', forget)
  }
}
