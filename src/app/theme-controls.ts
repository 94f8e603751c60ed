import type { RaThemeOptions } from 'react-admin'
import type { Palette } from './palette'

type Components = NonNullable<RaThemeOptions['components']>

const outlined = { variant: 'outlined', size: 'small', margin: 'dense', fullWidth: true } as const

const inputs: Components = {
  MuiTextField: { defaultProps: outlined },
  MuiFormControl: { defaultProps: outlined },
  MuiOutlinedInput: { styleOverrides: { root: { borderRadius: 8 } } },
}

/** What is pressed, ticked or typed into; the keyboard's place is always plain to see. */
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
  // What a locked field says of itself is meant to be read.
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
