import { Box, Link, Typography } from '@mui/material'
import { useTranslate } from 'react-admin'
import { Mark } from '~/src/auth/sign-in/mark'
import { useVersion } from './use-version'

const row = {
  display: 'flex',
  flexWrap: 'wrap',
  alignItems: 'center',
  gap: 2,
  mt: 4,
  py: 2,
  borderTop: 1,
  borderColor: 'divider',
  color: 'text.secondary',
} as const

export const Footer = () => {
  const translate = useTranslate()
  const version = useVersion()
  return (
    <Box component="footer" sx={row}>
      <Mark size={20} />
      {version && <Typography variant="caption">{translate('app.version', { version })}</Typography>}
      <Link href={__CONTACT_URL__} variant="caption" color="inherit" sx={{ ml: 'auto' }}>
        {translate('app.contact')}
      </Link>
    </Box>
  )
}
