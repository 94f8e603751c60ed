import Box from '@mui/material/Box'
import type { Resource } from '~/model/define'
import { useSlot } from '~/src/admin/admin-config'
import { CreateLink } from '~/src/admin/create-link'
import { laterPart } from '~/src/ui/later-part'
import { useIsPhone } from '~/src/ui/phone'
import { AfterRows } from './after-rows'
import { ColumnsButton } from './columns-button'

const ListTools = laterPart(() => import('./list-tools').then(file => ({ default: file.ListTools })))

type Props = { readonly resource: Resource; readonly view: 'table' | 'grid' }

export const ListActions = ({ resource, view }: Props) => {
  const isPhone = useIsPhone()
  const hasColumns = view === 'table' && !isPhone
  const { panel: More } = useSlot(resource.slots?.list)
  return (
    <>
      <AfterRows shape={<Box sx={{ width: hasColumns ? 250 : 160 }} />}>
        {hasColumns && <ColumnsButton resource={resource} />}
        <ListTools resource={resource} />
        {More && <More />}
      </AfterRows>
      <CreateLink resource={resource} />
    </>
  )
}
