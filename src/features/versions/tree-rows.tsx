import {
  type KeyboardEvent,
  type RefObject,
  type UIEvent,
  useId,
  useLayoutEffect,
  useRef,
  useState,
} from 'react'
import { useTranslate } from 'react-admin'
import { useTypeName } from './node-icon'
import { useTreeKeys } from './tree-keys'
import { TreeRow } from './tree-row'
import { INDENT, ROW, TALLEST, TreeBox } from './tree-styles'
import type { Tree } from './use-tree'

/** Number of rows rendered above and below the visible ones. */
const SPARE = 10
const IN_SIGHT = Math.ceil(TALLEST / ROW)
const DRAWN = IN_SIGHT + 2 * SPARE

/** Minimum width of a name in pixels, at any depth. */
const NAME_ROOM = 220

/** The rendered lines: the visible ones and, for screen readers, the selected one wherever it is. */
const useLines = ({ visible, chosen }: Tree) => {
  const [first, setFirst] = useState(0)
  const from = Math.max(0, Math.min(first, visible.length - IN_SIGHT) - SPARE)
  const lines = visible.slice(from, from + DRAWN).map((index, at) => ({ index, line: from + at }))
  const line = visible.indexOf(chosen)
  const away = line >= 0 && !lines.some(({ index }) => index === chosen)
  return {
    lines: away ? [...lines, { index: chosen, line }] : lines,
    away: away ? chosen : undefined,
    onScroll: ({ currentTarget }: UIEvent) => setFirst(Math.floor(currentTarget.scrollTop / ROW)),
  }
}

/** Scrolls to keep the selected node visible during keyboard navigation. */
const useFollowing = (place: RefObject<HTMLDivElement | null>, { visible, chosen }: Tree) => {
  useLayoutEffect(() => {
    const box = place.current
    const top = visible.indexOf(chosen) * ROW
    if (!box || top < 0) return
    if (top < box.scrollTop) box.scrollTop = top
    else if (top + ROW > box.scrollTop + box.clientHeight) box.scrollTop = top + ROW - box.clientHeight
  }, [place, visible, chosen])
}

const deepest = ({ nodes, visible }: Tree) =>
  visible.reduce((level, index) => Math.max(level, nodes[index]?.level ?? 0), 0)

type Props = { readonly tree: Tree; readonly place: RefObject<HTMLDivElement | null> }

/** The tree itself. It holds the focus and names its active node; only the visible rows are rendered. */
export const TreeRows = ({ tree, place }: Props) => {
  const translate = useTranslate()
  const typeName = useTypeName()
  const unnamed = translate('resources.versions.unnamed')
  const id = useId()
  const press = useTreeKeys(tree)
  const { lines, away, onScroll } = useLines(tree)
  useFollowing(place, tree)
  const { nodes, open, visible, chosen, sought } = tree
  const choose = useRef(tree.choose)
  const toggle = useRef(tree.toggle)
  return (
    <TreeBox
      ref={place}
      role="tree"
      tabIndex={0}
      aria-label={translate('resources.versions.fields.tree')}
      aria-activedescendant={`${id}${chosen}`}
      onScroll={onScroll}
      onKeyDown={(event: KeyboardEvent) => press(event) && event.preventDefault()}
    >
      <div
        role="none"
        style={{
          position: 'relative',
          height: visible.length * ROW,
          minWidth: deepest(tree) * INDENT + NAME_ROOM,
        }}
      >
        {lines.map(({ index, line }) => {
          const node = nodes[index]
          return (
            node && (
              <TreeRow
                // Rows that leave the window are reused for those that enter: creating them is the cost of
                // scrolling.
                key={away === index ? 'away' : line % DRAWN}
                id={`${id}${index}`}
                node={node}
                index={index}
                line={line}
                open={open.has(index)}
                chosen={index === chosen}
                sought={sought}
                typeName={typeName(node.type)}
                unnamed={unnamed}
                onChoose={choose.current}
                onToggle={toggle.current}
              />
            )
          )
        })}
      </div>
    </TreeBox>
  )
}
