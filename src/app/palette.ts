/** The colours of both themes; src/app/base.css repeats them for what is shown before the theme is loaded. */
export const palettes = {
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

export type Palette = { readonly [K in keyof (typeof palettes)['light']]: string }
