import TreeIcon from '@mui/icons-material/AccountTreeOutlined'
import SearchOffIcon from '@mui/icons-material/SearchOffOutlined'
import CollapseIcon from '@mui/icons-material/UnfoldLess'
import ExpandIcon from '@mui/icons-material/UnfoldMore'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Card from '@mui/material/Card'
import Stack from '@mui/material/Stack'
import TextField from '@mui/material/TextField'
import Typography from '@mui/material/Typography'
import { type KeyboardEvent, type ReactNode, useMemo, useRef } from 'react'
import { useLocaleState, useRecordContext, useTranslate } from 'react-admin'
import { useLazyField } from '~/src/admin/use-lazy-field'
import { failureOf } from '~/src/api/contract/records'
import { count } from '~/src/ui/format'
import { isComposing } from '~/src/ui/keys'
import { EmptyState, ListFailure, ListSkeleton } from '~/src/ui/page'
import { TypeIcon, useTypeName } from './node-icon'
import { buildTree, lineOf, type TreeNode } from './tree-nodes'
import { TreeRows } from './tree-rows'
import { type Tree, useTree } from './use-tree'

const Fact = ({ name, children }: { name: string; children: ReactNode }) => (
  <div>
    <Typography component="dt" variant="body2" sx={{ color: 'text.secondary' }}>
      {useTranslate()(`resources.versions.node.${name}`)}
    </Typography>
    <Box component="dd" sx={{ m: 0, overflowWrap: 'anywhere' }}>
      {children}
    </Box>
  </div>
)

/** The details of the selected node. */
const TreeDetails = ({ tree }: { tree: Tree }) => {
  const translate = useTranslate()
  const [locale] = useLocaleState()
  const typeName = useTypeName()
  const { nodes, chosen } = tree
  const node = nodes[chosen]
  if (!node) return null
  const named = (name: string | undefined) => name || translate('resources.versions.unnamed')
  const path = lineOf(nodes, chosen).map(index => named(nodes[index]?.name))
  return (
    <Box component="section" aria-labelledby="tree-node" sx={{ minWidth: 0 }}>
      <Typography id="tree-node" variant="h6" component="h2" sx={{ mb: 2, overflowWrap: 'anywhere' }}>
        {named(node.name)}
      </Typography>
      <Box component="dl" sx={{ m: 0, display: 'grid', gap: 2 }}>
        <Fact name="type">
          <Box component="span" sx={{ display: 'inline-flex', gap: 1, alignItems: 'center' }}>
            <TypeIcon type={node.type} name={typeName(node.type)} />
            {typeName(node.type)}
          </Box>
        </Fact>
        <Fact name="uid">
          <code>{node.uid}</code>
        </Fact>
        <Fact name="children">{count(node.children, locale)}</Fact>
        <Fact name="path">{path.join(' › ')}</Fact>
      </Box>
    </Box>
  )
}

type Props = { readonly tree: Tree; readonly onLeave: () => void }

/** Finds a node by its name, and opens or closes all nodes. */
const TreeTools = ({ tree, onLeave }: Props) => {
  const translate = useTranslate()
  const { sought, found, find, openAll, closeAll } = tree
  const press = (event: KeyboardEvent) => {
    if (isComposing(event.nativeEvent)) return
    if (event.key === 'Escape') find('')
    else if (event.key === 'ArrowDown' || event.key === 'Enter') onLeave()
    else return
    event.preventDefault()
  }
  return (
    <Stack direction="row" useFlexGap sx={{ gap: 1, flexWrap: 'wrap', alignItems: 'center', mb: 1.5 }}>
      <TextField
        type="search"
        size="small"
        label={translate('resources.versions.findNode')}
        value={sought}
        onChange={event => find(event.target.value)}
        onKeyDown={press}
        sx={{ flex: '1 1 200px', maxWidth: 360, m: 0 }}
      />
      <Button onClick={openAll} startIcon={<ExpandIcon />} color="inherit">
        {translate('resources.versions.expandAll')}
      </Button>
      <Button onClick={closeAll} startIcon={<CollapseIcon />} color="inherit">
        {translate('resources.versions.collapseAll')}
      </Button>
      <Typography variant="body2" role="status" sx={{ color: 'text.secondary' }}>
        {found !== undefined && translate('resources.versions.nodesFound', { smart_count: found })}
      </Typography>
    </Stack>
  )
}

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
