import DarkIcon from '@mui/icons-material/Brightness4'
import LightIcon from '@mui/icons-material/Brightness7'
import MenuIcon from '@mui/icons-material/Menu'
import RefreshIcon from '@mui/icons-material/Refresh'
import Box from '@mui/material/Box'
import CircularProgress from '@mui/material/CircularProgress'
import IconButton from '@mui/material/IconButton'
import useMediaQuery from '@mui/material/useMediaQuery'
import type { ReactNode } from 'react'
import { useLoading, useRefresh, useSidebarState, useTheme, useTranslate } from 'react-admin'

type Props = { readonly label: string; readonly children: ReactNode; readonly onClick: () => void }

/**
 * A button of the bar. react-admin's have tooltips of MUI's, each of which draws once more as soon as it is mounted, and the
 * effects of the whole screen run before that: the first rows of a list were painted half a second later on a slow machine.
 */
const BarButton = ({ label, children, onClick }: Props) => {
  const name = useTranslate()(label)
  return (
    <IconButton color="inherit" aria-label={name} title={name} onClick={onClick}>
      {children}
    </IconButton>
  )
}

/** Folds the menu to its icons, or opens it on a phone. */
export const MenuButton = () => {
  const [open, setOpen] = useSidebarState()
  return (
    <BarButton label={open ? 'ra.action.close_menu' : 'ra.action.open_menu'} onClick={() => setOpen(!open)}>
      <MenuIcon />
    </BarButton>
  )
}

const spinner = { position: 'absolute', top: '30%', left: '30%' } as const

/** Reads the screen again; turns while something is read. */
export const RefreshButton = () => {
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

export const ThemeButton = () => {
  const prefersDark = useMediaQuery('(prefers-color-scheme: dark)', { noSsr: true })
  const [theme, setTheme] = useTheme(prefersDark ? 'dark' : 'light')
  const dark = theme === 'dark'
  return (
    <BarButton label="ra.action.toggle_theme" onClick={() => setTheme(dark ? 'light' : 'dark')}>
      {dark ? <LightIcon /> : <DarkIcon />}
    </BarButton>
  )
}
