import { useRef } from 'react'
import { fold } from '~/model/text'
import type { TreeNode } from './tree-nodes'
import type { Tree } from './use-tree'

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
