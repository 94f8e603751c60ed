import { deepmerge } from '@mui/utils'
import { defaultDarkTheme, defaultLightTheme, type RaThemeOptions } from 'react-admin'
import { type Palette, palettes } from './palette'
import { controls } from './theme-controls'
import { surfaces } from './theme-surfaces'

const font = '"Inter Variable", system-ui, -apple-system, "Segoe UI", sans-serif'

const colours = (mode: 'light' | 'dark', palette: Palette) => ({
  mode,
  primary: { main: palette.primary, dark: palette.primaryStrong, contrastText: palette.onPrimary },
  secondary: { main: palette.accent, contrastText: palette.onPrimary },
  error: { main: palette.danger },
  warning: { main: palette.warning },
  success: { main: palette.success },
  info: { main: palette.info },
  background: { default: palette.ground, paper: palette.paper },
  text: { primary: palette.ink, secondary: palette.quiet },
  divider: palette.line,
})

const typography = {
  fontFamily: font,
  fontSize: 14,
  h4: { fontWeight: 660, letterSpacing: '-0.028em' },
  h5: { fontWeight: 650, letterSpacing: '-0.022em' },
  h6: { fontWeight: 630, letterSpacing: '-0.012em', fontSize: '1.0625rem' },
  subtitle2: { fontWeight: 600 },
  button: { textTransform: 'none' as const, fontWeight: 580, letterSpacing: 0 },
}

/** Who asks the system for less motion gets menus, dialogs and drawers at once. */
const noTransitions: RaThemeOptions['transitions'] = {
  create: () => 'none',
  getAutoHeightDuration: () => 0,
  duration: {
    shortest: 0,
    shorter: 0,
    short: 0,
    standard: 0,
    complex: 0,
    enteringScreen: 0,
    leavingScreen: 0,
  },
}
const transitions = matchMedia('(prefers-reduced-motion: reduce)').matches ? noTransitions : {}

const themeFrom = (mode: 'light' | 'dark', base: RaThemeOptions): RaThemeOptions => {
  const palette = palettes[mode]
  return deepmerge(base, {
    palette: colours(mode, palette),
    typography,
    transitions,
    shape: { borderRadius: 8 },
    sidebar: { width: 248, closedWidth: 64 },
    components: { ...surfaces(palette), ...controls(palette) },
  })
}

export const lightTheme = themeFrom('light', defaultLightTheme)
export const darkTheme = themeFrom('dark', defaultDarkTheme)
