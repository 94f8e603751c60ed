import { useMemo, useState } from 'react'
import { ancestorsOf, findNode, lineOf, type TreeNode, visibleNodes } from './tree-nodes'

/** Deep enough to show what the tree is about, shallow enough to be read. */
const OPEN_AT_FIRST = 2

const openAtFirst = (nodes: readonly TreeNode[]) =>
  new Set(nodes.flatMap((node, index) => (node.children > 0 && node.level < OPEN_AT_FIRST ? [index] : [])))

/** The node itself if it is visible, otherwise its nearest visible ancestor. */
const nearest = (nodes: readonly TreeNode[], index: number, visible: ReadonlySet<number>) =>
  lineOf(nodes, index).findLast(each => visible.has(each)) ?? visible.values().next().value ?? 0

/** The state of the tree: the open nodes, the selected node, and the search. */
export const useTree = (nodes: readonly TreeNode[]) => {
  const [open, setOpen] = useState<ReadonlySet<number>>(() => openAtFirst(nodes))
  const [chosen, setChosen] = useState(0)
  const [sought, setSought] = useState('')
  const result = useMemo(() => (sought.trim() ? findNode(nodes, sought) : undefined), [nodes, sought])
  const visible = useMemo(() => visibleNodes(nodes, open, result?.shown), [nodes, open, result])
  const seen = useMemo(() => nearest(nodes, chosen, new Set(visible)), [nodes, chosen, visible])

  const find = (text: string) => {
    setSought(text)
    const { found, leading } = findNode(nodes, text)
    if (!text.trim()) return setOpen(before => new Set([...before, ...lineOf(nodes, seen).slice(0, -1)]))
    setOpen(before => new Set([...before, ...leading]))
    if (found[0] !== undefined) setChosen(found[0])
  }
  const toggle = (indexes: readonly number[], opened: boolean) =>
    setOpen(before => {
      const after = new Set(before)
      for (const index of indexes) opened ? after.add(index) : after.delete(index)
      return after
    })
  return {
    nodes,
    open,
    visible,
    chosen: seen,
    sought,
    found: result?.found.length,
    choose: setChosen,
    find,
    toggle,
    openAll: () => setOpen(ancestorsOf(nodes)),
    closeAll: () => setOpen(new Set()),
  }
}

export type Tree = ReturnType<typeof useTree>
