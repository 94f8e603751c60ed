import { lineOf, type TreeNode } from '~/src/features/versions/tree-nodes'

export const kinds = ['added', 'removed', 'renamed', 'moved', 'retyped'] as const
export type ChangeKind = (typeof kinds)[number]

/** A difference of two trees. `path`: the names above the node; `count`: nodes with it, for a whole branch. */
export type TreeChange = {
  readonly kind: ChangeKind
  readonly uid: string
  readonly name: string
  readonly type: string
  readonly path: readonly string[]
  readonly count: number
  /** What it was called, was, or lay under before. */
  readonly before?: string
}

type Tree = readonly TreeNode[]

const byUid = (nodes: Tree) => new Map(nodes.map((node, index) => [node.uid, { node, index }]))
const parentOf = (nodes: Tree, { parent }: TreeNode) => nodes[parent]

const changeOf = (
  kind: ChangeKind,
  nodes: Tree,
  index: number,
  more: Partial<TreeChange> = {},
): TreeChange[] => {
  const node = nodes[index]
  if (!node) return []
  const path = lineOf(nodes, node.parent).map(at => nodes[at]?.name ?? '')
  return [{ kind, uid: node.uid, name: node.name, type: node.type, path, count: node.end - index, ...more }]
}

/** Before each node, and at the end: how many nodes of the list are known. */
const countsBefore = (nodes: Tree, known: ReadonlySet<string>) => {
  const counts = [0]
  for (const { uid } of nodes) counts.push((counts.at(-1) ?? 0) + (known.has(uid) ? 1 : 0))
  return counts
}

/** The nodes of one tree that the other lacks; of a branch that it lacks as a whole, the topmost alone. */
const onlyIn = (nodes: Tree, known: ReadonlySet<string>, kind: ChangeKind) => {
  const changes: TreeChange[] = []
  const before = countsBefore(nodes, known)
  for (let index = 0; index < nodes.length; ) {
    const node = nodes[index]
    const isNew = node && !known.has(node.uid)
    const whole = isNew && before[node.end] === before[index]
    if (isNew) changes.push(...changeOf(kind, nodes, index, whole ? {} : { count: 1 }))
    index = whole ? node.end : index + 1
  }
  return changes
}

/** What is different in a node that both trees have. */
const inBoth = (before: Tree, was: TreeNode, after: Tree, node: TreeNode, index: number) => {
  const [old, now] = [parentOf(before, was), parentOf(after, node)]
  const one = { count: 1 }
  return [
    ...(was.name === node.name ? [] : changeOf('renamed', after, index, { ...one, before: was.name })),
    ...(was.type === node.type ? [] : changeOf('retyped', after, index, { ...one, before: was.type })),
    ...(old?.uid === now?.uid ? [] : changeOf('moved', after, index, { ...one, before: old?.name ?? '' })),
  ]
}

/** The differences of two trees whose nodes are known by their uids; the order of siblings is none. */
export const treeChanges = (before: Tree, after: Tree): readonly TreeChange[] => {
  const [old, now] = [byUid(before), byUid(after)]
  const changed = after.flatMap((node, index) => {
    const was = old.get(node.uid)
    return was && now.get(node.uid)?.index === index ? inBoth(before, was.node, after, node, index) : []
  })
  return [
    ...onlyIn(after, new Set(old.keys()), 'added'),
    ...onlyIn(before, new Set(now.keys()), 'removed'),
    ...changed,
  ]
}
