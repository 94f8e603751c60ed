import { alpha, type Theme } from '@mui/material/styles'

const meanings = ['success', 'warning', 'error'] as const

const coloured = (colour: string) => ({ color: colour, borderColor: alpha(colour, 0.7) })

/**
 * The styles of values that each row of a list has, declared once for the page (`src/app/layout.tsx`): as MUI's chips
 * and links they were a tenth of the styled elements of the first rows. They look the same.
 */
export const valueStyles = ({ palette, typography }: Theme) => ({
  '.status': {
    display: 'inline-block',
    maxWidth: '100%',
    height: 24,
    padding: '0 7px',
    border: `1px solid ${palette.grey[palette.mode === 'dark' ? 700 : 400]}`,
    borderRadius: 16,
    fontSize: typography.pxToRem(13),
    fontWeight: 560,
    lineHeight: '22px',
    whiteSpace: 'nowrap',
    overflow: 'hidden',
    textOverflow: 'ellipsis',
    verticalAlign: 'middle',
    ...Object.fromEntries(meanings.map(name => [`&.${name}`, coloured(palette[name].main)])),
  },
  '.record-link': {
    color: palette.primary.main,
    textDecorationColor: alpha(palette.primary.main, 0.4),
    overflowWrap: 'anywhere',
    '&:hover': { textDecorationColor: 'inherit' },
    '&:focus-visible': { outline: '2px solid var(--focus)', outlineOffset: 2, borderRadius: 4 },
  },
})
