const LIST = /mso-list:\s*\S+\s+level(\d+)/i

const styleOf = (element: Element) => element.getAttribute('style') ?? ''

/** Word's mark before an item, such as `·`, `o`, `1.` or `a)`. */
const markOf = (item: Element) =>
  [...item.querySelectorAll('[style]')].find(each => /mso-list:\s*ignore/i.test(styleOf(each)))

const isNumbered = (mark: string) => /^\s*\(?(\d+|[a-z]|[ivxlc]+)[.)]/i.test(mark)

type Open = { readonly list: Element; readonly level: number }

/** Word writes items of lists as paragraphs whose style names their level. */
const makeLists = (page: Document) => {
  let open: Open[] = []
  let before: Element | null = null
  for (const item of page.querySelectorAll('p, h1, h2, h3, h4, h5, h6')) {
    const level = Number(LIST.exec(styleOf(item))?.[1] ?? 0)
    if (level === 0) continue
    const mark = markOf(item)
    const kind = isNumbered(mark?.textContent ?? '') ? 'ol' : 'ul'
    mark?.remove()
    // Another paragraph in between ends the lists.
    if (item.previousElementSibling !== before || before === null) open = []
    open = open.filter(each => each.level < level || (each.level === level && each.list.localName === kind))
    let last = open.at(-1)
    if (!last || last.level < level) {
      const list = page.createElement(kind)
      const parent = last?.list.lastElementChild
      if (parent) parent.append(list)
      else item.before(list)
      last = { list, level }
      open = [...open, last]
    }
    const entry = page.createElement('li')
    entry.append(...item.childNodes)
    last.list.append(entry)
    item.remove()
    before = open[0]?.list ?? null
  }
}

/** Texts hold no tables: a row becomes a line, its cells in their order. */
const makeLines = (page: Document) => {
  for (const table of page.querySelectorAll('table')) {
    const lines = [...table.querySelectorAll('tr')].map(row => {
      const line = page.createElement('p')
      const cells = [...row.querySelectorAll('td, th')].map(cell =>
        cell.textContent?.trim().replace(/\s+/g, ' '),
      )
      line.textContent = cells.join(' | ')
      return line
    })
    table.replaceWith(...lines)
  }
}

/** Gives lists and tables of Word, and tables of anything else, a form that the texts of the panel have. */
export const readablePaste = (html: string): string => {
  if (!/mso-list|<table/i.test(html)) return html
  const page = new DOMParser().parseFromString(html, 'text/html')
  makeLists(page)
  makeLines(page)
  return page.body.innerHTML
}
