import { deepmerge } from '@mui/utils'
import { defaultDarkTheme, defaultLightTheme, type RaThemeOptions } from 'react-admin'

/** The colours of both themes; src/app/base.css repeats them for pages that render before the theme is loaded. */
const palettes = {
  light: {
    ground: '#f5f6f3',
    paper: '#ffffff',
    ink: '#16211f',
    quiet: '#55635f',
    line: '#dfe3df',
    primary: '#0b5f5c',
    primaryStrong: '#084a48',
    onPrimary: '#ffffff',
    accent: '#96540b',
    danger: '#a8281e',
    warning: '#8a5a0b',
    success: '#2c6a35',
    info: '#23597f',
    focus: '#b5650f',
    bar: 'rgba(255, 255, 255, 0.86)',
  },
  dark: {
    ground: '#101718',
    paper: '#182122',
    ink: '#e7eeeb',
    quiet: '#a3b2ad',
    line: '#2c3937',
    primary: '#6fd0c4',
    primaryStrong: '#92e0d6',
    onPrimary: '#04211f',
    accent: '#f2b45a',
    danger: '#ff9d92',
    warning: '#f5cf8e',
    success: '#8fd19a',
    info: '#90c4ec',
    focus: '#f2b45a',
    bar: 'rgba(24, 33, 34, 0.86)',
  },
} as const

type Palette = { readonly [K in keyof (typeof palettes)['light']]: string }

type Components = NonNullable<RaThemeOptions['components']>

const outlined = { variant: 'outlined', size: 'small', margin: 'dense', fullWidth: true } as const

const inputs: Components = {
  MuiTextField: { defaultProps: outlined },
  MuiFormControl: { defaultProps: outlined },
  MuiOutlinedInput: { styleOverrides: { root: { borderRadius: 8 } } },
}

/** Buttons, checkboxes and inputs; the keyboard focus is always clearly visible. */
const controls = ({ focus, primary, line, quiet }: Palette): Components => ({
  ...inputs,
  MuiButtonBase: {
    defaultProps: { disableRipple: true },
    styleOverrides: {
      root: { '&.Mui-focusVisible': { outline: `2px solid ${focus}`, outlineOffset: 1 } },
    },
  },
  MuiLink: {
    styleOverrides: {
      root: { '&:focus-visible': { outline: `2px solid ${focus}`, outlineOffset: 2, borderRadius: 4 } },
    },
  },
  // The helper text of a disabled field must stay readable.
  MuiFormHelperText: { styleOverrides: { root: { '&.Mui-disabled': { color: quiet } } } },
  MuiButton: {
    defaultProps: { disableElevation: true },
    styleOverrides: { root: { borderRadius: 8 } },
  },
  MuiChip: { styleOverrides: { root: { fontWeight: 560 } } },
  MuiTabs: {
    styleOverrides: {
      root: { borderBottom: `1px solid ${line}` },
      indicator: { height: 2, backgroundColor: primary },
    },
  },
  MuiTab: { styleOverrides: { root: { textTransform: 'none', fontWeight: 580, minHeight: 44 } } },
})

/** Height of the app bar in pixels. */
const BAR = 56

const tables = ({ quiet, line, ink }: Palette): Components => ({
  // A wide table scrolls inside its card; the page never does.
  RaList: {
    styleOverrides: {
      root: {
        minWidth: 0,
        '& .RaList-main, & .RaList-content': { flex: '1 1 0', minWidth: 0, maxWidth: '100%' },
      },
    },
  },
  RaDataTable: { styleOverrides: { root: { '& .RaDataTable-tableWrapper': { overflowX: 'auto' } } } },
  MuiTableCell: {
    styleOverrides: {
      root: { borderColor: line },
      sizeSmall: { padding: '7px 14px' },
      head: {
        color: quiet,
        fontSize: '0.8125rem',
        fontWeight: 600,
        lineHeight: 1.4,
        whiteSpace: 'nowrap',
        '& .MuiTableSortLabel-root.Mui-active': { color: ink },
      },
      body: { fontVariantNumeric: 'tabular-nums' },
    },
  },
  MuiTableRow: { styleOverrides: { root: { '&:last-child > td': { borderBottom: 0 } } } },
  MuiTablePagination: { styleOverrides: { root: { fontVariantNumeric: 'tabular-nums' } } },
})

const cards = ({ line }: Palette): Components => ({
  MuiPaper: {
    defaultProps: { elevation: 0 },
    // MUI lightens dark surfaces by their elevation; here a border marks them.
    styleOverrides: { root: { backgroundImage: 'none' } },
  },
  MuiCard: { styleOverrides: { root: { border: `1px solid ${line}`, borderRadius: 12, boxShadow: 'none' } } },
  // react-admin's confirmations show an exclamation mark on Cancel, and a tick on Delete.
  MuiDialogActions: { styleOverrides: { root: { '& .MuiButton-startIcon': { display: 'none' } } } },
  MuiDialog: { styleOverrides: { paper: { borderRadius: 14, border: `1px solid ${line}` } } },
  MuiMenu: {
    styleOverrides: {
      paper: { border: `1px solid ${line}`, boxShadow: '0 12px 32px rgba(4, 24, 22, 0.18)' },
    },
  },
  MuiTooltip: { styleOverrides: { tooltip: { fontSize: '0.8125rem' } } },
})

const frame = ({ line, bar, ink, ground }: Palette): Components => ({
  MuiCssBaseline: {
    styleOverrides: {
      // A focused element is not scrolled under the bar.
      html: { scrollPaddingTop: BAR + 16, '--bar': `${BAR}px` },
      body: { backgroundColor: ground },
    },
  },
  MuiAppBar: {
    defaultProps: { color: 'transparent' },
    styleOverrides: {
      root: {
        color: ink,
        backgroundColor: bar,
        backdropFilter: 'blur(10px)',
        boxShadow: 'none',
        borderBottom: `1px solid ${line}`,
        '& .MuiToolbar-root': { minHeight: BAR, paddingInline: 12 },
      },
    },
  },
  RaLayout: {
    styleOverrides: {
      root: {
        minWidth: 0,
        '& .RaLayout-appFrame.RaLayout-appFrame': { marginTop: BAR },
        '& .RaLayout-content': {
          minWidth: 0,
          padding: '8px 24px 0',
          '@media (max-width: 699px)': { paddingInline: 12 },
        },
      },
    },
  },
  RaSidebar: {
    styleOverrides: {
      root: {
        height: `calc(100vh - ${BAR}px)`,
        '& .RaSidebar-fixed': { width: 'inherit', height: `calc(100vh - ${BAR}px)` },
      },
    },
  },
  // Avoids a strip of paper colour at the top on phones.
  RaTopToolbar: { styleOverrides: { root: { '&&': { backgroundColor: 'transparent' } } } },
  RaToolbar: { styleOverrides: { root: { backgroundColor: 'transparent', borderTop: `1px solid ${line}` } } },
})

/** The surfaces: tables, cards, and the frame of every screen. */
const surfaces = (palette: Palette): Components => ({
  ...tables(palette),
  ...cards(palette),
  ...frame(palette),
})

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

/** For users who prefer reduced motion: menus, dialogs and drawers open without transition. */
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
    // A window of 1280 px at a zoom of 200 % is a phone: the menu would take a third of it.
    breakpoints: { values: { xs: 0, sm: 700, md: 900, lg: 1200, xl: 1536 } },
    shape: { borderRadius: 8 },
    sidebar: { width: 248, closedWidth: 64 },
    components: { ...surfaces(palette), ...controls(palette) },
  })
}

export const lightTheme = themeFrom('light', defaultLightTheme)
export const darkTheme = themeFrom('dark', defaultDarkTheme)
