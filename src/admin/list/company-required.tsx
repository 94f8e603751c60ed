import BusinessIcon from '@mui/icons-material/BusinessOutlined'
import Box from '@mui/material/Box'
import { FilterLiveForm, useTranslate } from 'react-admin'
import type { Resource } from '~/model/define'
import { Notice } from '~/src/ui/notice'
import { SearchInput } from './search-input'

/** Stands for lists that show nothing before a company is chosen, with the choice right there. */
export const CompanyRequired = ({ resource }: { resource: Resource }) => {
  const translate = useTranslate()
  return (
    <Notice icon={BusinessIcon} title={translate('errors.companyRequired')}>
      <Box sx={{ width: 320, maxWidth: '100%' }}>
        <FilterLiveForm debounce={0}>
          <SearchInput resource={resource} path={resource.company ?? 'company'} />
        </FilterLiveForm>
      </Box>
    </Notice>
  )
}
