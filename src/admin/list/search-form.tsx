import ClearIcon from '@mui/icons-material/Clear'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import { useRef } from 'react'
import { FilterLiveForm, useListContext, useTranslate } from 'react-admin'
import { companyPathOf } from '~/model/company-filter'
import type { Resource } from '~/model/define'
import { readablePaths } from '~/model/readable-paths'
import { useActor } from '~/src/admin/actor'
import { useShortcut } from '~/src/ui/shortcut'
import { SearchInput } from './search-input'

const WHILE_TYPING = 300

const columns = {
  display: 'grid',
  gap: 1.5,
  gridTemplateColumns: { xs: 'repeat(2, minmax(0, 1fr))', sm: 'repeat(auto-fill, minmax(210px, 1fr))' },
}

const Clear = () => {
  const { filterValues, setFilters } = useListContext()
  const translate = useTranslate()
  if (Object.keys(filterValues).length === 0) return null
  return (
    <Button
      size="small"
      startIcon={<ClearIcon />}
      onClick={() => setFilters({})}
      sx={{ justifySelf: 'start' }}
    >
      {translate('admin.search.clear')}
    </Button>
  )
}

/** Filters the list while the user types; `/` moves the focus here from anywhere on the page. */
export const SearchForm = ({ resource }: { resource: Resource }) => {
  const place = useRef<HTMLDivElement>(null)
  const translate = useTranslate()
  const { role } = useActor()
  useShortcut('/', () => place.current?.querySelector('input')?.focus())
  const { filter } = useListContext()
  const company = companyPathOf(resource)
  // The company that all lists are narrowed to is not chosen here.
  const paths = readablePaths(resource, resource.list.filters, role).filter(
    path => path !== company || !filter?.[path],
  )
  if (paths.length === 0) return null
  return (
    <Box role="search" ref={place} aria-label={translate('admin.search.title')} sx={{ mb: 2 }}>
      <FilterLiveForm debounce={WHILE_TYPING}>
        <Box sx={{ ...columns, alignItems: 'center' }}>
          {paths.map(path => (
            <SearchInput key={path} resource={resource} path={path} />
          ))}
          <Clear />
        </Box>
      </FilterLiveForm>
    </Box>
  )
}
