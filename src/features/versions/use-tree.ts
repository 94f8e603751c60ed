import { useMemo, useRef, useState } from 'react'
import { fold } from '~/model/text'
import { ancestorsOf, findNode, lineOf, type TreeNode, visibleNodes } from './tree-nodes'

/** Levels open at first: deep enough to show the main contents, shallow enough to be readable. */
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

/** Milliseconds: letters typed at shorter intervals form one word. */
const WORD_PAUSE = 700

const siblingsOf = (nodes: readonly TreeNode[], index: number) =>
  nodes.flatMap((node, each) => (node.parent === nodes[index]?.parent && node.children > 0 ? [each] : []))

/** Right: opens a node, then enters it. Left: closes it, then moves to its parent. */
const inAndOut = ({ nodes, open, visible, chosen, choose, toggle }: Tree) => ({
  ArrowRight: () => {
    if (!nodes[chosen]?.children) return
    if (!open.has(chosen)) return toggle([chosen], true)
    const inside = visible[visible.indexOf(chosen) + 1]
    if (inside !== undefined && nodes[inside]?.parent === chosen) choose(inside)
  },
  ArrowLeft: () => {
    const parent = nodes[chosen]?.parent ?? -1
    if (nodes[chosen]?.children && open.has(chosen)) toggle([chosen], false)
    else if (parent >= 0) choose(parent)
  },
})

/** A whole page of rows, minus one for orientation. */
const PAGE = 12

const upAndDown = ({ visible, chosen, choose }: Tree) => {
  const go = (place: number) => {
    const index = visible[Math.max(0, Math.min(visible.length - 1, place))]
    if (index !== undefined) choose(index)
  }
  const at = visible.indexOf(chosen)
  return {
    ArrowDown: () => go(at + 1),
    ArrowUp: () => go(at - 1),
    PageDown: () => go(at + PAGE),
    PageUp: () => go(at - PAGE),
    Home: () => go(0),
    End: () => go(visible.length - 1),
  }
}

/** Selects the next visible node whose name begins with the typed text. */
const useTypeAhead = () => {
  const typed = useRef({ word: '', at: 0 })
  return ({ nodes, visible, chosen, choose }: Tree, letter: string) => {
    const now = Date.now()
    const going = now - typed.current.at < WORD_PAUSE
    const word = (going ? typed.current.word : '') + fold(letter)
    typed.current = { word, at: now }
    const from = visible.indexOf(chosen) + (word.length > 1 ? 0 : 1)
    const next = [...visible.slice(from), ...visible.slice(0, from)].find(index =>
      fold(nodes[index]?.name ?? '').startsWith(word),
    )
    if (next !== undefined) choose(next)
  }
}

export type Pressed = {
  readonly key: string
  readonly ctrlKey: boolean
  readonly metaKey: boolean
  readonly altKey: boolean
}

/** The keys of a tree (WAI-ARIA's pattern). @returns whether the key was handled */
export const useTreeKeys = (tree: Tree) => {
  const typeAhead = useTypeAhead()
  const { nodes, open, chosen, toggle } = tree
  const turn = () => nodes[chosen]?.children && toggle([chosen], !open.has(chosen))
  const keys: Readonly<Record<string, () => void>> = {
    ...inAndOut(tree),
    ...upAndDown(tree),
    Enter: turn,
    ' ': turn,
    '*': () => toggle(siblingsOf(nodes, chosen), true),
  }
  return ({ key, ctrlKey, metaKey, altKey }: Pressed): boolean => {
    if (ctrlKey || metaKey || altKey) return false
    const known = keys[key]
    if (known) known()
    else if ([...key].length === 1) typeAhead(tree, key)
    return known !== undefined || [...key].length === 1
  }
}
