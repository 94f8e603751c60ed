import { newUid } from '~/server/platform/crypto/tokens'
import { pick, type Random } from './files/random'

export type TreeNode = {
  readonly uid: string
  readonly name: string
  readonly type: 'Project' | 'Dashboard' | 'Presentation' | 'Overlay'
  readonly children: readonly TreeNode[]
}

const dashboards: readonly [string, ...string[]] = ['Accueil', 'Ground floor', 'Primera planta', 'Archives']
const presentations: readonly [string, ...string[]] = [
  'Welcome',
  'Grande salle',
  'Terraza',
  'Workshop',
  'Belvédère',
  'Biblioteca',
]
const overlays: readonly [string, ...string[]] = [
  'Marker',
  'Légende',
  'Audio guide',
  'Plano',
  'Close-up',
  'Quiz',
]

type Counts = { readonly dashboards: number; readonly presentations: number; readonly overlays: number }

const nodes = (count: number, make: (index: number) => TreeNode) =>
  Array.from({ length: count }, (_, index) => make(index))

const treeOf = (random: Random, name: string, counts: Counts): TreeNode => {
  const named = (from: readonly [string, ...string[]], index: number) => `${pick(random, from)} ${index + 1}`
  const overlay = (index: number): TreeNode => ({
    uid: newUid(),
    name: named(overlays, index),
    type: 'Overlay',
    children: [],
  })
  const presentation = (index: number): TreeNode => ({
    uid: newUid(),
    name: named(presentations, index),
    type: 'Presentation',
    children: nodes(counts.overlays, overlay),
  })
  const dashboard = (index: number): TreeNode => ({
    uid: newUid(),
    name: named(dashboards, index),
    type: 'Dashboard',
    children: nodes(counts.presentations, presentation),
  })
  return { uid: newUid(), name, type: 'Project', children: nodes(counts.dashboards, dashboard) }
}

/** The tree of a version, some tens of nodes. */
export const demoTree = (random: Random, name: string) =>
  treeOf(random, name, {
    dashboards: 2 + Math.floor(random() * 2),
    presentations: 2 + Math.floor(random() * 3),
    overlays: 1 + Math.floor(random() * 4),
  })

/** A tree of about 5,000 nodes, with which screens must still be fast. */
export const largeTree = (random: Random, name: string) =>
  treeOf(random, name, { dashboards: 20, presentations: 25, overlays: 9 })
