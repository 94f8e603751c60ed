import type { Page } from 'playwright'

/** Runs in the page. */
const find = (labels: string) => {
  type Box = { text: string; element: Element; left: number; top: number; right: number; bottom: number }
  /** Pixels by which boxes may touch: the space that a font keeps above and below its letters. */
  const slack = 3

  const isSeen = (element: Element) =>
    element.checkVisibility({ opacityProperty: true, visibilityProperty: true })

  /** The visible part of a box, clipped by its ancestors; undefined if none is visible. */
  const clipped = (box: Box): Box | undefined => {
    let { left, top, right, bottom } = box
    for (let each: Element | null = box.element; each; each = each.parentElement) {
      const { overflowX, overflowY, position, clipPath, textOverflow, paddingRight } = getComputedStyle(each)
      // Text for screen readers only.
      if (clipPath !== 'none') return undefined
      const around = each.getBoundingClientRect()
      if (overflowX !== 'visible')
        [left, right] = [Math.max(left, around.left), Math.min(right, around.right)]
      // An ellipsis ends before the padding.
      if (overflowX !== 'visible' && textOverflow === 'ellipsis')
        right = Math.min(right, around.right - Number.parseFloat(paddingRight))
      if (overflowY !== 'visible')
        [top, bottom] = [Math.max(top, around.top), Math.min(bottom, around.bottom)]
      if (position === 'fixed') break
    }
    return right - left > 2 && bottom - top > 2 ? { ...box, left, top, right, bottom } : undefined
  }

  const textBoxes = (): Box[] => {
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
    const boxes: Box[] = []
    while (walker.nextNode()) {
      const { currentNode: node } = walker
      const element = node.parentElement
      const text = node.textContent?.trim()
      // The badge of the bell overlaps it on purpose.
      if (!element || !text || element.closest('svg, noscript, .MuiBadge-badge') || !isSeen(element)) continue
      const range = document.createRange()
      range.selectNodeContents(node)
      for (const { left, top, right, bottom } of range.getClientRects())
        boxes.push({ text, element, left, top, right, bottom })
    }
    return boxes
  }

  const pen = document.createElement('canvas').getContext('2d')
  /** Value or placeholder of an input. */
  const inputBoxes = (): Box[] =>
    [...document.querySelectorAll('input')].flatMap(element => {
      const isDate = /date|time/.test(element.type)
      const text = element.value || element.placeholder || (isDate ? 'dd/mm/yyyy' : '')
      const { fontSize, fontFamily, paddingLeft, paddingTop, paddingBottom } = getComputedStyle(element)
      if (!text || !pen || /checkbox|radio|hidden|file|range/.test(element.type) || !isSeen(element))
        return []
      pen.font = `${fontSize} ${fontFamily}`
      const around = element.getBoundingClientRect()
      const left = around.left + Number.parseFloat(paddingLeft)
      return [
        {
          ...{ text, element, left, right: Math.min(around.right, left + pen.measureText(text).width) },
          ...{ top: around.top + Number.parseFloat(paddingTop) },
          bottom: around.bottom - Number.parseFloat(paddingBottom),
        },
      ]
    })

  /** An icon, such as the arrow of a select. */
  const iconBoxes = (): Box[] =>
    [...document.querySelectorAll('svg.MuiSvgIcon-root')].flatMap(element => {
      if (!isSeen(element)) return []
      const { left, top, right, bottom } = element.getBoundingClientRect()
      return [{ text: 'an icon', element, left, top, right, bottom }]
    })

  /** A fixed or sticky ancestor, such as the app bar, which may cover the content below it. */
  const layerOf = (element: Element) => {
    for (let each: Element | null = element; each; each = each.parentElement)
      if (/fixed|sticky/.test(getComputedStyle(each).position)) return each
    return null
  }

  const boxes = [...textBoxes(), ...inputBoxes(), ...iconBoxes()].flatMap(box => clipped(box) ?? [])
  const layers = new Map(boxes.map(box => [box, layerOf(box.element)]))
  const found: string[] = []
  boxes.forEach((one, index) => {
    for (const other of boxes.slice(index + 1)) {
      if (one.element === other.element || layers.get(one) !== layers.get(other)) continue
      const across = Math.min(one.right, other.right) - Math.max(one.left, other.left)
      const down = Math.min(one.bottom, other.bottom) - Math.max(one.top, other.top)
      if (across > slack && down > slack) found.push(`“${one.text}” on “${other.text}”`)
    }
  })
  for (const element of document.querySelectorAll(labels))
    if (
      isSeen(element) &&
      element.scrollWidth > element.clientWidth + 1 &&
      getComputedStyle(element).overflowX !== 'visible'
    )
      found.push(`“${element.textContent}” is cut off`)
  return [...new Set(found)]
}

/** Texts that overlap others, and labels that are cut off. */
export const crowdedTexts = (page: Page): Promise<string[]> =>
  page.evaluate(find, 'label, legend, th, dt, button, h1, h2, h3, [role=tab]')
