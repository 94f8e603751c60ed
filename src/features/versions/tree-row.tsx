import { memo } from 'react'
import { fold } from '~/model/text'
import { TypeIcon } from './node-icon'
import type { TreeNode } from './tree-nodes'
import { INDENT, ROW } from './tree-styles'

type Props = {
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
export const TreeRow = memo(
  ({ id, node, index, line, open, chosen, sought, typeName, unnamed, onChoose, onToggle }: Props) => {
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
