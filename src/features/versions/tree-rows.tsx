import { styled } from '@mui/material/styles'
import {
  type KeyboardEvent,
  memo,
  type RefObject,
  type UIEvent,
  useId,
  useLayoutEffect,
  useRef,
  useState,
} from 'react'
import { useTranslate } from 'react-admin'
import { fold } from '~/model/text'
import { TypeIcon, useTypeName } from './node-icon'
import type { TreeNode } from './tree-nodes'
import { type Tree, useTreeKeys } from './use-tree'

/** The height of a row and the width of a level, in pixels. */
const ROW = 34
const INDENT = 18

/** The maximum height of the tree: rows scrolled out of it are not rendered. */
const TALLEST = 640

/** One set of styles for all rows: a styled component for each would cost more than the row. */
const TreeBox = styled('div')(({ theme: { palette, shape } }) => ({
  maxHeight: `min(65vh, ${TALLEST}px)`,
  overflow: 'auto',
  borderRadius: shape.borderRadius,
  outline: 'none',
  contain: 'content',
  '&:focus-visible .node[aria-selected=true]': {
    outline: `2px solid ${palette.primary.main}`,
    outlineOffset: -2,
  },
  '& .node': {
    position: 'absolute',
    insetInline: 0,
    top: 0,
    height: ROW,
    boxSizing: 'border-box',
    display: 'flex',
    alignItems: 'center',
    paddingInlineEnd: 8,
    borderRadius: 6,
    cursor: 'default',
    userSelect: 'none',
    '&:hover': { backgroundColor: palette.action.hover },
    '&[aria-selected=true]': { backgroundColor: palette.action.selected },
    '&[aria-expanded=true] .twisty svg': { transform: 'rotate(90deg)' },
  },
  '& .guides': {
    position: 'absolute',
    insetBlock: 0,
    insetInlineStart: 0,
    backgroundImage: `linear-gradient(to right, transparent 13px, ${palette.divider} 13px, ${palette.divider} 14px, transparent 14px)`,
    backgroundSize: `${INDENT}px 100%`,
  },
  '& .twisty': {
    width: 28,
    height: ROW,
    flexShrink: 0,
    display: 'grid',
    placeItems: 'center',
    cursor: 'pointer',
  },
  '& .twisty svg': { transition: 'transform 100ms' },
  '& .type': { marginInlineEnd: 8, color: palette.text.secondary },
  '& .name': { whiteSpace: 'nowrap', overflow: 'hidden', textOverflow: 'ellipsis' },
  '& mark': { backgroundColor: palette.warning.main, color: palette.warning.contrastText, borderRadius: 2 },
  '@media (prefers-reduced-motion: reduce)': { '& .twisty svg': { transition: 'none' } },
}))

type TreeRowProps = {
  readonly id: string
  readonly node: TreeNode
  readonly index: number
  /** The position among the visible nodes. */
  readonly line: number
  readonly open: boolean
  readonly chosen: boolean
  readonly sought: string
  readonly typeName: string
  readonly unnamed: string
  readonly onChoose: (index: number) => void
  readonly onToggle: (indexes: readonly number[], opened: boolean) => void
}

/** The name, with the search match marked. */
const Name = ({ name, sought }: { name: string; sought: string }) => {
  const word = fold(sought.trim())
  const at = word ? fold(name).indexOf(word) : -1
  if (at < 0 || fold(name).length !== name.length) return name
  return (
    <>
      {name.slice(0, at)}
      <mark>{name.slice(at, at + word.length)}</mark>
      {name.slice(at + word.length)}
    </>
  )
}

const Chevron = () => (
  <svg viewBox="0 0 24 24" width="20" height="20" fill="currentColor" aria-hidden="true">
    <path d="M10 6 8.59 7.41 13.17 12l-4.58 4.59L10 18l6-6z" />
  </svg>
)

/** One visible node. The tree handles the keyboard. */
const TreeRow = memo(
  ({ id, node, index, line, open, chosen, sought, typeName, unnamed, onChoose, onToggle }: TreeRowProps) => {
    const indent = (node.level - 1) * INDENT
    const isParent = node.children > 0
    const toggle = () => isParent && onToggle([index], !open)
    return (
      // biome-ignore lint/a11y/useKeyWithClickEvents: the tree has the focus and handles the keys.
      // biome-ignore lint/a11y/useFocusableInteractive: the tree names its active item instead.
      <div
        role="treeitem"
        id={id}
        className="node"
        aria-label={`${typeName} ${node.name || unnamed}`}
        aria-level={node.level}
        aria-setsize={node.siblings}
        aria-posinset={node.place}
        aria-selected={chosen}
        aria-expanded={isParent ? open : undefined}
        style={{ transform: `translateY(${line * ROW}px)`, paddingInlineStart: indent }}
        onClick={() => onChoose(index)}
        onDoubleClick={toggle}
      >
        <span className="guides" style={{ width: indent }} />
        <span
          className="twisty"
          aria-hidden
          onClick={toggle}
          onDoubleClick={event => event.stopPropagation()}
        >
          {isParent && <Chevron />}
        </span>
        <TypeIcon type={node.type} name={typeName} />
        <span className="name" title={node.name}>
          {node.name ? <Name name={node.name} sought={sought} /> : unnamed}
        </span>
      </div>
    )
  },
)

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
