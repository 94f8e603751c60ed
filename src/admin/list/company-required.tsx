import BusinessIcon from '@mui/icons-material/BusinessOutlined'
import Box from '@mui/material/Box'
import { FilterLiveForm, useTranslate } from 'react-admin'
import type { Resource } from '~/model/define'
import { EmptyState } from '~/src/ui/page'
import { SearchInput } from './search-form'

/** Empty state of lists that require a company, with the input to choose one. */
export const CompanyRequired = ({ resource }: { resource: Resource }) => {
  const translate = useTranslate()
  return (
    <EmptyState icon={BusinessIcon} title={translate('errors.companyRequired')}>
      <Box sx={{ width: 320, maxWidth: '100%' }}>
        <FilterLiveForm debounce={0}>
          <SearchInput resource={resource} path={resource.company ?? 'company'} />
        </FilterLiveForm>
      </Box>
    </EmptyState>
  )
}
