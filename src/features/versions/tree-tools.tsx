import CollapseIcon from '@mui/icons-material/UnfoldLess'
import ExpandIcon from '@mui/icons-material/UnfoldMore'
import Button from '@mui/material/Button'
import Stack from '@mui/material/Stack'
import TextField from '@mui/material/TextField'
import Typography from '@mui/material/Typography'
import type { KeyboardEvent } from 'react'
import { useTranslate } from 'react-admin'
import { isComposing } from '~/src/ui/shortcut'
import type { Tree } from './use-tree'

type Props = { readonly tree: Tree; readonly onLeave: () => void }

/** Finds a node by its name, and opens or closes all nodes. */
export const TreeTools = ({ tree, onLeave }: Props) => {
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
