import Box from '@mui/material/Box'
import Chip, { type ChipProps } from '@mui/material/Chip'
import Typography from '@mui/material/Typography'
import { useMemo } from 'react'
import { useLocaleState, useTranslate } from 'react-admin'
import type { PanelVersion } from '~/model/record-types'
import { useLazyField } from '~/src/admin/use-lazy-field'
import { failureOf } from '~/src/api/contract/failures'
import { useTypeName } from '~/src/features/versions/node-icon'
import { buildTree } from '~/src/features/versions/tree-nodes'
import { count } from '~/src/ui/format'
import { ListFailure } from '~/src/ui/list-failure'
import { ListSkeleton } from '~/src/ui/list-skeleton'
import { Section } from '~/src/ui/section'
import { type ChangeKind, type TreeChange, treeChanges } from './tree-changes'

/** More would take longer to draw than anybody reads. */
const shown = 500

const texts = 'resources.versions.compare'
const colours: Readonly<Record<ChangeKind, ChipProps['color']>> = {
  added: 'success',
  removed: 'error',
  renamed: 'info',
  moved: 'info',
  retyped: 'info',
}

/** A version that has no tree yet has an empty one. */
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

/** The nodes that were added, removed, renamed, moved or given another type; of a version without a tree, that it has none. */
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
