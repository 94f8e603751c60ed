import Box from '@mui/material/Box'
import ToggleButton from '@mui/material/ToggleButton'
import ToggleButtonGroup from '@mui/material/ToggleButtonGroup'
import { Suspense } from 'react'
import { RecordsIterator, useStore, useTranslate } from 'react-admin'
import type { Resource } from '~/model/define'
import { useAdminConfig } from '~/src/admin/admin-config'
import { PictureCard } from './picture-card'

const sizes = ['small', 'medium', 'big'] as const
type Size = (typeof sizes)[number]

/** The specification sets 3 columns on a desktop; the size changes their maximum width. */
const widths: Record<Size, number> = { small: 200, medium: 280, big: 380 }

const SizeChoice = ({ size, onChange }: { size: Size; onChange: (size: Size) => void }) => {
  const translate = useTranslate()
  return (
    <ToggleButtonGroup
      exclusive
      size="small"
      value={size}
      onChange={(_, chosen: Size | null) => chosen && onChange(chosen)}
      aria-label={translate('admin.grid.size')}
    >
      {sizes.map(each => (
        <ToggleButton key={each} value={each}>
          {translate(`admin.grid.${each}`)}
        </ToggleButton>
      ))}
    </ToggleButtonGroup>
  )
}

/** The rows of a list as cards, in three columns; with their pictures unless the resource has a card of its own. */
export const ListGrid = ({ resource }: { resource: Resource }) => {
  const { slots } = useAdminConfig()
  const [size, setSize] = useStore<Size>(`preferences.${resource.name}.gridSize`, 'medium')
  const Own = slots[resource.slots?.grid ?? '']?.card
  const columns = { xs: '1fr', sm: 'repeat(2, minmax(0, 1fr))', md: 'repeat(3, minmax(0, 1fr))' }
  return (
    <Box sx={{ p: 2 }}>
      <Box sx={{ display: { xs: 'none', sm: 'flex' }, justifyContent: 'flex-end', mb: 2 }}>
        <SizeChoice size={size} onChange={setSize} />
      </Box>
      <Box
        sx={{
          display: 'grid',
          gap: 2,
          gridTemplateColumns: columns,
          maxWidth: { sm: widths[size] * 3 + 32 },
        }}
      >
        <RecordsIterator>
          <Box data-record sx={{ display: 'contents' }}>
            <Suspense fallback={null}>{Own ? <Own /> : <PictureCard resource={resource} />}</Suspense>
          </Box>
        </RecordsIterator>
      </Box>
    </Box>
  )
}
