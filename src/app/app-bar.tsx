import { Box, AppBar as MuiAppBar, Toolbar, Typography } from '@mui/material'
import { memo } from 'react'
import { LinkBase, TitlePortal, useTranslate } from 'react-admin'
import { Mark } from '~/src/auth/sign-in/mark'
import { MenuButton, RefreshButton, ThemeButton } from './bar-buttons'
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

/** Drawn again only when it changes itself, as the menu is. */
export const AppBar = memo(() => (
  <MuiAppBar>
    <Toolbar disableGutters variant="dense">
      <MenuButton />
      <Brand />
      <TitlePortal component="span" sx={title} />
      <Box sx={{ flexGrow: { md: 1 } }} />
      <RefreshButton />
      <CompanySwitch />
      <Notifications />
      <Commands />
      <ThemeButton />
    </Toolbar>
  </MuiAppBar>
))
