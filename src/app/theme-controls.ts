import type { RaThemeOptions } from 'react-admin'
import type { Palette } from './palette'

type Components = NonNullable<RaThemeOptions['components']>

const outlined = { variant: 'outlined', size: 'small', margin: 'dense', fullWidth: true } as const

const inputs: Components = {
  MuiTextField: { defaultProps: outlined },
  MuiFormControl: { defaultProps: outlined },
  MuiOutlinedInput: { styleOverrides: { root: { borderRadius: 8 } } },
}

/** Buttons, checkboxes and inputs; the keyboard focus is always clearly visible. */
export const controls = ({ focus, primary, line, quiet }: Palette): Components => ({
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
