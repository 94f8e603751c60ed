/** Elements of a row with a click action of their own; links open in a tab on a click with Ctrl without our code. */
const acting = 'a[href], button, input, label, [role=button]'

const isForTab = (event: MouseEvent) =>
  event.button === 1 || (event.button === 0 && (event.ctrlKey || event.metaKey || event.shiftKey))

/** The link of the row that a click on it follows: to its screen, or to its form if it has none. */
const linkOf = ({ target }: Event) => {
  if (!(target instanceof Element) || target.closest(acting)) return undefined
  return target
    .closest('tbody tr')
    ?.querySelector<HTMLAnchorElement>('a.row-link[href], .buttons a.icon-action[href]')
}

/**
 * Opens the record of a row in a tab, on a click with Ctrl, Command or Shift and on a middle click, as on a link.
 * @returns a function that stops it
 */
export const followTabClicks = (table: HTMLTableElement) => {
  const open = (event: MouseEvent) => {
    const link = isForTab(event) ? linkOf(event) : undefined
    if (!link) return
    event.preventDefault()
    event.stopPropagation()
    window.open(link.href, '_blank', 'noopener')
  }
  /** Without this, the middle button begins to scroll, or Shift selects text. */
  const hold = (event: MouseEvent) => {
    if (isForTab(event) && linkOf(event)) event.preventDefault()
  }
  table.addEventListener('click', open, { capture: true })
  table.addEventListener('auxclick', open, { capture: true })
  table.addEventListener('mousedown', hold)
  return () => {
    table.removeEventListener('click', open, { capture: true })
    table.removeEventListener('auxclick', open, { capture: true })
    table.removeEventListener('mousedown', hold)
  }
}
