import DarkIcon from '@mui/icons-material/Brightness4'
import LightIcon from '@mui/icons-material/Brightness7'
import MenuIcon from '@mui/icons-material/Menu'
import RefreshIcon from '@mui/icons-material/Refresh'
import { Box, AppBar as MuiAppBar, Toolbar, Typography } from '@mui/material'
import CircularProgress from '@mui/material/CircularProgress'
import IconButton from '@mui/material/IconButton'
import useMediaQuery from '@mui/material/useMediaQuery'
import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import { memo, type ReactNode, Suspense, useEffect, useState } from 'react'
import {
  LinkBase,
  TitlePortal,
  useLoading,
  useRefresh,
  useSidebarState,
  useTheme,
  useTranslate,
} from 'react-admin'
import { backend } from '~/src/api/chosen-backend'
import { viewToken } from '~/src/api/viewed-tab'
import { Mark } from '~/src/auth/sign-in/frame'
import { laterPart } from '~/src/ui/later-part'
import { Commands } from './commands/commands'
import { CompanySwitch } from './company/company-button'

type Props = { readonly label: string; readonly children: ReactNode; readonly onClick: () => void }

/**
 * A button of the bar. The tooltips of react-admin's buttons render again on mount, and the effects of the whole screen
 * run before that: the first rows of a list were painted half a second later on a slow machine.
 */
const BarButton = ({ label, children, onClick }: Props) => {
  const name = useTranslate()(label)
  return (
    <IconButton color="inherit" aria-label={name} title={name} onClick={onClick}>
      {children}
    </IconButton>
  )
}

/** Collapses the menu to its icons, or opens it on a phone. */
const MenuButton = () => {
  const [open, setOpen] = useSidebarState()
  return (
    <BarButton label={open ? 'ra.action.close_menu' : 'ra.action.open_menu'} onClick={() => setOpen(!open)}>
      <MenuIcon />
    </BarButton>
  )
}

const spinner = { position: 'absolute', top: '30%', left: '30%' } as const

/** Refetches the screen; rotates while a request is pending. */
const RefreshButton = () => {
  const translate = useTranslate()
  const loading = useLoading()
  const refresh = useRefresh()
  return (
    <Box sx={{ position: 'relative' }}>
      <BarButton label="ra.action.refresh" onClick={refresh}>
        <RefreshIcon style={{ opacity: loading ? 0 : 1 }} />
      </BarButton>
      {loading && (
        <CircularProgress
          aria-label={translate('app.loading')}
          color="inherit"
          size={16}
          thickness={6}
          sx={spinner}
        />
      )}
    </Box>
  )
}

const ThemeButton = () => {
  const prefersDark = useMediaQuery('(prefers-color-scheme: dark)', { noSsr: true })
  const [theme, setTheme] = useTheme(prefersDark ? 'dark' : 'light')
  const dark = theme === 'dark'
  return (
    <BarButton label="ra.action.toggle_theme" onClick={() => setTheme(dark ? 'light' : 'dark')}>
      {dark ? <LightIcon /> : <DarkIcon />}
    </BarButton>
  )
}

/** Milliseconds between two checks. */
const POLL_INTERVAL = 2000

/** Resolves once the first data is on the screen. */
export const firstData = async (queries: QueryClient) => {
  do await new Promise(resolve => setTimeout(resolve, POLL_INTERVAL))
  while (queries.isFetching() > 0)
}

const Bell = laterPart(() =>
  import('~/src/features/notifications/notification-bell').then(file => file.NotificationBell),
)

/** Mounted late, as nothing visible depends on the bell: its place is reserved until the first data is on the screen. */
const LaterBell = () => {
  const queries = useQueryClient()
  const [ready, setReady] = useState(false)
  useEffect(() => {
    let gone = false
    void firstData(queries).then(() => !gone && setReady(true))
    return () => {
      gone = true
    }
  }, [queries])
  return <Box sx={{ minWidth: 40 }}>{ready && <Bell />}</Box>
}

/** The user's notifications; hidden while another user views the panel as them. */
const Notifications = () =>
  backend.offers('notifications') && !viewToken() ? (
    <Suspense>
      <LaterBell />
    </Suspense>
  ) : null

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

/** Memoized like the menu: re-renders only on its own changes. */
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
