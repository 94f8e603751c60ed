import InboxIcon from '@mui/icons-material/InboxOutlined'
import Button from '@mui/material/Button'
import { useListContext, useTranslate } from 'react-admin'
import type { Resource } from '~/model/define'
import { CreateLink } from '~/src/admin/create-link'
import { EmptyState } from '~/src/ui/empty-state'

const ClearFilters = () => {
  const { setFilters } = useListContext()
  return (
    <Button onClick={() => setFilters({})} variant="outlined">
      {useTranslate()('admin.search.clear')}
    </Button>
  )
}

export const ListEmpty = ({ resource }: { resource: Resource }) => {
  const translate = useTranslate()
  const { filterValues } = useListContext()
  const searched = Object.keys(filterValues).length > 0
  return (
    <EmptyState icon={InboxIcon} title={translate('errors.noData')}>
      {searched ? <ClearFilters /> : <CreateLink resource={resource} hideRefused />}
    </EmptyState>
  )
}
