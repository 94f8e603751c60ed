import Box from '@mui/material/Box'
import { useTranslate } from 'react-admin'

/** Placeholder for a missing value: a dash with an accessible name. */
export const Missing = () => {
  const translate = useTranslate()
  return (
    <Box component="span" role="img" aria-label={translate('admin.noValue')} sx={{ color: 'text.disabled' }}>
      –
    </Box>
  )
}
