import { Box, Typography } from '@mui/material'
import { memo } from 'react'
import {
  LinkBase,
  LoadingIndicator,
  AppBar as RaAppBar,
  TitlePortal,
  ToggleThemeButton,
  useTranslate,
} from 'react-admin'
import { Mark } from '~/src/auth/sign-in/mark'
import { Commands } from './commands/commands'
import { CompanySwitch } from './company/company-button'
import { Notifications } from './notifications'

const brand = {
  display: 'flex',
  alignItems: 'center',
  gap: 1.25,
  mr: { xs: 1.5, sm: 2 },
  color: 'inherit',
  textDecoration: 'none',
  borderRadius: 1,
  '&:focus-visible': { outline: '2px solid', outlineOffset: 3 },
} as const

const Brand = () => {
  const translate = useTranslate()
  return (
    <Box component={LinkBase} to="/home" aria-label={translate('app.name')} sx={brand}>
      <Mark size={28} />
      <Typography component="span" sx={{ fontWeight: 640, display: { xs: 'none', md: 'block' } }}>
        {translate('app.name')}
      </Typography>
    </Box>
  )
}

/** On a wide screen the page's heading shows the title: here it serves screen readers and the tab's title. */
const title = { position: { md: 'absolute' }, clipPath: { md: 'inset(50%)' }, whiteSpace: 'nowrap' }

const Tools = () => (
  <>
    {/* The loading spinner takes the accessible name. */}
    <LoadingIndicator aria-label={useTranslate()('app.loading')} />
    <CompanySwitch />
    <Notifications />
    <Commands />
    <ToggleThemeButton />
  </>
)

const tools = <Tools />

/** Drawn again only when it changes itself, as the menu is. */
export const AppBar = memo(() => (
  <RaAppBar alwaysOn userMenu={false} toolbar={tools}>
    <Brand />
    <TitlePortal component="span" sx={title} />
    <Box sx={{ flexGrow: { md: 1 } }} />
  </RaAppBar>
))
