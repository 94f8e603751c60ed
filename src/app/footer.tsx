import { Box, Link, Typography } from '@mui/material'
import { useEffect, useState } from 'react'
import { useTranslate } from 'react-admin'
import { Mark } from '~/src/auth/sign-in/mark'

const read = async () => {
  const response = await fetch('/version.json', { cache: 'no-cache' })
  if (!response.ok) throw new Error(`HTTP ${response.status}`)
  const { version }: { version?: unknown } = await response.json()
  return typeof version === 'string' ? version : undefined
}

/** The product's version as served; undefined if its file is missing (specification §8). */
const useVersion = () => {
  const [version, setVersion] = useState<string>()
  useEffect(() => {
    read()
      .then(setVersion)
      // biome-ignore lint/suspicious/noConsole: a missing version file is logged, never shown.
      .catch((error: unknown) => console.info('version.json could not be read', error))
  }, [])
  return version
}

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
      <Typography variant="caption">{translate('app.zone')}</Typography>
      <Link href={__CONTACT_URL__} variant="caption" color="inherit" sx={{ ml: 'auto' }}>
        {translate('app.contact')}
      </Link>
    </Box>
  )
}
