import { isObject } from '~/model/objects'
import { fold } from '~/model/text'

/** A node of the flattened tree: the tree is one list, each node before its descendants. */
export type TreeNode = {
  readonly uid: string
  readonly name: string
  readonly type: string
  /** 1 at the root. */
  readonly level: number
  readonly parent: number
  /** The index after the last descendant of this node. */
  readonly end: number
  /** The number of direct children. */
  readonly children: number
  /** The position among its siblings. */
  readonly place: number
  readonly siblings: number
}

type Laid = { -readonly [K in keyof TreeNode]: TreeNode[K] }
type Waiting = {
  readonly sent: unknown
  readonly parent: number
  readonly place: number
  readonly siblings: number
}

const text = (value: unknown) => (value === undefined || value === null ? '' : String(value))

const childrenOf = (sent: unknown): unknown[] => {
  const children = isObject(sent) ? sent.children : undefined
  return Array.isArray(children) ? children : []
}

const layOut = ({ sent, parent, place, siblings }: Waiting, level: number): Laid => {
  const { uid, name, type } = isObject(sent) ? sent : {}
  const children = childrenOf(sent).length
  return {
    uid: text(uid),
    name: text(name),
    type: text(type),
    level,
    parent,
    end: 0,
    children,
    place,
    siblings,
  }
}

/** Each node ends at the next node that is not its descendant. */
const setEnds = (nodes: Laid[]) => {
  const open: Laid[] = []
  nodes.forEach((node, index) => {
    while ((open.at(-1)?.level ?? 0) >= node.level) {
      const closed = open.pop()
      if (closed) closed.end = index
    }
    open.push(node)
  })
  for (const node of open) node.end = nodes.length
}

/** Parses `{uid, name, type, children}` at any depth: iteratively, as recursion would overflow. */
export const buildTree = (sent: unknown): readonly TreeNode[] => {
  const nodes: Laid[] = []
  const waiting: Waiting[] = isObject(sent) ? [{ sent, parent: -1, place: 1, siblings: 1 }] : []
  for (let next = waiting.pop(); next; next = waiting.pop()) {
    const index = nodes.length
    nodes.push(layOut(next, (nodes[next.parent]?.level ?? 0) + 1))
    const children = childrenOf(next.sent)
    for (let place = children.length; place > 0; place--)
      waiting.push({ sent: children[place - 1], parent: index, place, siblings: children.length })
  }
  setEnds(nodes)
  return nodes
}

/** The path from the root to the node, including the node. */
export const lineOf = (nodes: readonly TreeNode[], index: number): number[] => {
  const line: number[] = []
  for (let at = index; at >= 0; at = nodes[at]?.parent ?? -1) line.unshift(at)
  return line
}

export const ancestorsOf = (nodes: readonly TreeNode[]) =>
  new Set(nodes.flatMap((node, index) => (node.children > 0 ? [index] : [])))

/** The nodes whose name contains the search text, and all their ancestors. */
export const findNode = (nodes: readonly TreeNode[], sought: string) => {
  const word = fold(sought.trim())
  const found = nodes.flatMap(({ name }, index) => (fold(name).includes(word) ? [index] : []))
  const leading = new Set<number>()
  for (const index of found)
    for (let at = nodes[index]?.parent ?? -1; at >= 0 && !leading.has(at); at = nodes[at]?.parent ?? -1)
      leading.add(at)
  return { found, leading, shown: new Set([...found, ...leading]) }
}

/** The visible nodes, top to bottom: without the descendants of closed nodes. */
export const visibleNodes = (
  nodes: readonly TreeNode[],
  open: ReadonlySet<number>,
  shown?: ReadonlySet<number>,
): readonly number[] => {
  const visible: number[] = []
  for (let index = 0; index < nodes.length; ) {
    const hidden = shown !== undefined && !shown.has(index)
    if (!hidden) visible.push(index)
    index = hidden || !open.has(index) ? (nodes[index]?.end ?? nodes.length) : index + 1
  }
  return visible
}
