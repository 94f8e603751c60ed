import TreeIcon from '@mui/icons-material/AccountTreeOutlined'
import SearchOffIcon from '@mui/icons-material/SearchOffOutlined'
import Box from '@mui/material/Box'
import Card from '@mui/material/Card'
import { useMemo, useRef } from 'react'
import { useRecordContext, useTranslate } from 'react-admin'
import { useLazyField } from '~/src/admin/use-lazy-field'
import { failureOf } from '~/src/api/contract/failures'
import { EmptyState } from '~/src/ui/empty-state'
import { ListFailure } from '~/src/ui/list-failure'
import { ListSkeleton } from '~/src/ui/list-skeleton'
import { TreeDetails } from './tree-details'
import { buildTree, type TreeNode } from './tree-nodes'
import { TreeRows } from './tree-rows'
import { TreeTools } from './tree-tools'
import { useTree } from './use-tree'

const layout = {
  display: 'grid',
  gap: 3,
  gridTemplateColumns: { xs: 'minmax(0, 1fr)', md: 'minmax(0, 2fr) minmax(240px, 1fr)' },
}

const TreeView = ({ nodes }: { nodes: readonly TreeNode[] }) => {
  const translate = useTranslate()
  const tree = useTree(nodes)
  const place = useRef<HTMLDivElement>(null)
  return (
    <Card variant="outlined" sx={{ p: { xs: 1.5, sm: 2 } }}>
      <TreeTools tree={tree} onLeave={() => place.current?.focus()} />
      {tree.visible.length === 0 ? (
        <EmptyState icon={SearchOffIcon} title={translate('resources.versions.noNode')} />
      ) : (
        <Box sx={layout}>
          <TreeRows tree={tree} place={place} />
          <TreeDetails tree={tree} />
        </Box>
      )}
    </Card>
  )
}

/** The tree of the contents of an environment's version. */
export const VersionTree = () => {
  const translate = useTranslate()
  const record = useRecordContext()
  const { data, error, isPending, refetch } = useLazyField('versions', record?.id ?? '', 'tree')
  const nodes = useMemo(() => buildTree(data), [data])
  if (isPending) return <ListSkeleton />
  if (error && failureOf(error).status !== 404) return <ListFailure error={error} onRetry={refetch} />
  if (error || nodes.length === 0)
    return (
      <EmptyState
        icon={TreeIcon}
        title={translate('resources.versions.noTree')}
        text={translate('resources.versions.noTreeText')}
      />
    )
  // Another tree resets the state: the open nodes of the last one do not apply to it.
  return <TreeView key={`${record?.id} ${nodes.length}`} nodes={nodes} />
}
