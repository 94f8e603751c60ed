import Box from '@mui/material/Box'
import { useTranslate } from 'react-admin'

/** Stands where there is no value: a dash to see, a word to hear. */
export const Missing = () => {
  const translate = useTranslate()
  return (
    <Box component="span" role="img" aria-label={translate('admin.noValue')} sx={{ color: 'text.disabled' }}>
      –
    </Box>
  )
}
