import Box from '@mui/material/Box'
import type { Theme } from '@mui/material/styles'
import useMediaQuery from '@mui/material/useMediaQuery'
import { ColumnsButton } from 'react-admin'
import type { Resource } from '~/model/define'
import { useSlot } from '~/src/admin/admin-config'
import { CreateLink } from '~/src/admin/create-link'
import { laterPart } from '~/src/ui/later-part'
import { AfterRows } from './after-rows'
import { tableKey } from './list-columns'

const ListTools = laterPart(() => import('./list-tools').then(file => ({ default: file.ListTools })))

type Props = { readonly resource: Resource; readonly view: 'table' | 'grid' }

export const ListActions = ({ resource, view }: Props) => {
  const isPhone = useMediaQuery<Theme>(theme => theme.breakpoints.down('sm'))
  const { panel: More } = useSlot(resource.slots?.list)
  return (
    <>
      {view === 'table' && !isPhone && <ColumnsButton storeKey={tableKey(resource.name)} />}
      <AfterRows shape={<Box sx={{ width: 160 }} />}>
        <ListTools resource={resource} />
        {More && <More />}
      </AfterRows>
      <CreateLink resource={resource} />
    </>
  )
}
