import Box from '@mui/material/Box'
import Typography from '@mui/material/Typography'
import type { ReactNode } from 'react'
import { useLocaleState, useTranslate } from 'react-admin'
import { count } from '~/src/ui/format'
import { TypeIcon, useTypeName } from './node-icon'
import { lineOf } from './tree-nodes'
import type { Tree } from './use-tree'

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
export const TreeDetails = ({ tree }: { tree: Tree }) => {
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
