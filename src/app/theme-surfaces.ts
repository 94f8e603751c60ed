import type { RaThemeOptions } from 'react-admin'
import type { Palette } from './palette'

type Components = NonNullable<RaThemeOptions['components']>

/** Height of the app bar in pixels. */
export const BAR = 56

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
      // What gets the focus is not scrolled under the bar.
      html: { scrollPaddingTop: BAR + 16 },
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
          '@media (max-width: 599px)': { paddingInline: 12 },
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
export const surfaces = (palette: Palette): Components => ({
  ...tables(palette),
  ...cards(palette),
  ...frame(palette),
})
