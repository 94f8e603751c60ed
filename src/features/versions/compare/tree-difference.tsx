import Box from '@mui/material/Box'
import type { ChipProps } from '@mui/material/Chip'
import Chip from '@mui/material/Chip'
import Typography from '@mui/material/Typography'
import { useMemo } from 'react'
import { useLocaleState, useTranslate } from 'react-admin'
import type { PanelVersion } from '~/model/record-of'
import { useLazyField } from '~/src/admin/use-lazy-field'
import { failureOf } from '~/src/api/contract/records'
import { useTypeName } from '~/src/features/versions/node-icon'
import { buildTree, lineOf, type TreeNode } from '~/src/features/versions/tree-nodes'
import { count } from '~/src/ui/format'
import { ListFailure, ListSkeleton, Section } from '~/src/ui/page'

export const kinds = ['added', 'removed', 'renamed', 'moved', 'retyped'] as const
type ChangeKind = (typeof kinds)[number]

/** A difference of two trees. `path`: the names above the node; `count`: nodes with it, for a whole branch. */
type TreeChange = {
  readonly kind: ChangeKind
  readonly uid: string
  readonly name: string
  readonly type: string
  readonly path: readonly string[]
  readonly count: number
  /** The former name, type or parent. */
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

/** For each position in the list: how many of the nodes before it are known. */
const countsBefore = (nodes: Tree, known: ReadonlySet<string>) => {
  const counts = [0]
  for (const { uid } of nodes) counts.push((counts.at(-1) ?? 0) + (known.has(uid) ? 1 : 0))
  return counts
}

/** The nodes of one tree that the other lacks; for a branch that it lacks as a whole, only the topmost node. */
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

/** The differences of a node that both trees have. */
const inBoth = (before: Tree, was: TreeNode, after: Tree, node: TreeNode, index: number) => {
  const [old, now] = [parentOf(before, was), parentOf(after, node)]
  const one = { count: 1 }
  return [
    ...(was.name === node.name ? [] : changeOf('renamed', after, index, { ...one, before: was.name })),
    ...(was.type === node.type ? [] : changeOf('retyped', after, index, { ...one, before: was.type })),
    ...(old?.uid === now?.uid ? [] : changeOf('moved', after, index, { ...one, before: old?.name ?? '' })),
  ]
}

/**
 * Replaces uids by the path: nodes whose names and types from the root are equal get the same one, in the order in which
 * they appear.
 * @param paths the paths so far, numbered; to be shared by the trees that are compared
 */
const byPath = (nodes: Tree, paths: Map<string, number>): Tree => {
  const numbers: number[] = []
  const seen = new Map<string, number>()
  return nodes.map(node => {
    const equal = JSON.stringify([numbers[node.parent], node.type, node.name])
    const nth = (seen.get(equal) ?? 0) + 1
    seen.set(equal, nth)
    const path = `${equal} ${nth}`
    const number = paths.get(path) ?? paths.size
    paths.set(path, number)
    numbers.push(number)
    return { ...node, uid: String(number) }
  })
}

/** Trees without any common uid come from a program that makes new ones for each publication. */
const withCommonUids = (before: Tree, after: Tree): readonly [Tree, Tree] => {
  const known = new Set(before.map(({ uid }) => uid))
  if (after.some(({ uid }) => known.has(uid))) return [before, after]
  const paths = new Map<string, number>()
  return [byPath(before, paths), byPath(after, paths)]
}

/** The differences of two trees; nodes are matched by uid, or by path if no uid is in both. The order of siblings is ignored. */
export const treeChanges = (oldTree: Tree, newTree: Tree): readonly TreeChange[] => {
  const [before, after] = withCommonUids(oldTree, newTree)
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

/** Maximum number of rows: more would take too long to render, and would not be read. */
const shown = 500

const texts = 'resources.versions.compare'
const colours: Readonly<Record<ChangeKind, ChipProps['color']>> = {
  added: 'success',
  removed: 'error',
  renamed: 'info',
  moved: 'info',
  retyped: 'info',
}

/** The tree of a version; empty if it has none yet. */
const useNodes = ({ id }: PanelVersion) => {
  const { data, error, isPending, refetch } = useLazyField('versions', id, 'tree')
  const failure = error && failureOf(error).status !== 404 ? error : null
  const nodes = useMemo(() => buildTree(data), [data])
  return { nodes, failure, isPending, refetch }
}

const Line = ({ change: { kind, name, type, path, count: nodes, before } }: { change: TreeChange }) => {
  const translate = useTranslate()
  const [locale] = useLocaleState()
  const typeName = useTypeName()
  const named = (text: string) => text || translate('resources.versions.unnamed')
  const from = kind === 'retyped' ? typeName(before ?? '') : named(before ?? '')
  const notes = [
    before !== undefined && translate(`${texts}.from.${kind}`, { before: from }),
    nodes > 1 && translate(`${texts}.within`, { smart_count: nodes - 1, count: count(nodes - 1, locale) }),
  ].filter(Boolean)
  return (
    <Box component="li" sx={{ display: 'flex', gap: 1, alignItems: 'baseline', py: 0.5, flexWrap: 'wrap' }}>
      <Chip
        size="small"
        variant="outlined"
        color={colours[kind]}
        label={translate(`${texts}.kinds.${kind}`)}
      />
      <Typography component="span" sx={{ minWidth: 0, overflowWrap: 'anywhere' }}>
        <b>{named(name)}</b> <span>({typeName(type)})</span>{' '}
        <Typography component="span" variant="body2" sx={{ color: 'text.secondary' }}>
          {[path.map(named).join(' › '), ...notes].filter(Boolean).join(' · ')}
        </Typography>
      </Typography>
    </Box>
  )
}

const Lines = ({ changes }: { changes: readonly TreeChange[] }) => {
  const translate = useTranslate()
  if (changes.length === 0) return <Typography component="li">{translate(`${texts}.sameTree`)}</Typography>
  return (
    <>
      {changes.slice(0, shown).map(change => (
        <Line key={`${change.kind} ${change.uid}`} change={change} />
      ))}
      {changes.length > shown && (
        <Typography component="li" sx={{ mt: 1 }}>
          {translate(`${texts}.more`, { smart_count: changes.length - shown })}
        </Typography>
      )}
    </>
  )
}

/** The nodes that were added, removed, renamed, moved or whose type changed; for a version without a tree, a note. */
export const TreeDifference = ({ before, after }: { before: PanelVersion; after: PanelVersion }) => {
  const translate = useTranslate()
  const [old, now] = [useNodes(before), useNodes(after)]
  const changes = useMemo(() => treeChanges(old.nodes, now.nodes), [old.nodes, now.nodes])
  const title = translate(`${texts}.title`, { from: before.revision, to: after.revision })
  const failed = [old, now].find(({ failure }) => failure)
  const content = () => {
    if (failed) return <ListFailure error={failed.failure} onRetry={failed.refetch} />
    if (old.isPending || now.isPending) return <ListSkeleton />
    const bare = old.nodes.length === 0 ? before : now.nodes.length === 0 ? after : undefined
    if (bare) return <Typography>{translate(`${texts}.noTree`, { revision: bare.revision })}</Typography>
    return (
      <Box component="ul" aria-label={title} sx={{ listStyle: 'none', m: 0, p: 0 }}>
        <Lines changes={changes} />
      </Box>
    )
  }
  return <Section title={title}>{content()}</Section>
}
