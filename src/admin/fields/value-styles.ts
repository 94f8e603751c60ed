import { alpha, type Palette, type Theme } from '@mui/material/styles'

const meanings = ['success', 'warning', 'error'] as const

const coloured = (colour: string) => ({ color: colour, borderColor: alpha(colour, 0.7) })

/** The picture of a user or a company, or their initials. @param background of a picture that is not loaded yet */
const avatar = (background: string) => ({
  flex: 'none',
  display: 'inline-grid',
  placeItems: 'center',
  overflow: 'hidden',
  // Never higher than the line that it stands in.
  marginBlock: -4,
  verticalAlign: 'middle',
  color: '#fff',
  backgroundColor: background,
  fontWeight: 640,
  lineHeight: 1,
  letterSpacing: 0,
  '&.circle': { borderRadius: '50%' },
  '&.square': { borderRadius: '22%' },
  // Logos are made for paper: transparent parts would hide dark letters.
  '& img': { width: '100%', height: '100%', objectFit: 'cover', display: 'block', backgroundColor: '#fff' },
})

/** A checkbox of a row (`src/app/replaced-modules/row-checkbox.tsx`), like MUI's. */
const checkbox = ({ text, primary, action }: Palette) => ({
  display: 'inline-flex',
  position: 'relative',
  verticalAlign: 'middle',
  color: text.secondary,
  '&.selected': { color: primary.main },
  '&:has(:disabled)': { color: action.disabled },
  '&:has(:focus-visible)': { outline: '2px solid var(--focus)', outlineOffset: 1, borderRadius: 4 },
  '& input': {
    ...{ position: 'absolute', inset: 0, width: '100%', height: '100%', margin: 0, opacity: 0 },
    '&:enabled': { cursor: 'pointer' },
  },
})

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
  '.row-link': {
    display: 'flex',
    alignItems: 'center',
    gap: 10,
    minWidth: 0,
    color: palette.text.primary,
    fontWeight: 560,
    textDecoration: 'none',
    '& > span': { overflow: 'hidden', textOverflow: 'ellipsis' },
    // Not the initials of an avatar.
    'tr:hover & > span:not([class*=avatar]), &:focus-visible > span:not([class*=avatar])': {
      ...{ textDecoration: 'underline', textUnderlineOffset: 3 },
    },
    '&:focus-visible': { outline: '2px solid var(--focus)', outlineOffset: 2, borderRadius: 4 },
  },
  '.unusual-row': {
    ...{ display: 'flex', alignItems: 'center', gap: 10, minWidth: 0 },
    '& > .status': { flex: 'none', maxWidth: '60%' },
  },
  '.row-picture': {
    flex: 'none',
    display: 'grid',
    placeItems: 'center',
    overflow: 'hidden',
    width: 64,
    height: 36,
    borderRadius: 4,
    color: palette.text.disabled,
    backgroundColor: palette.action.hover,
    '& img': { width: '100%', height: '100%', objectFit: 'cover', display: 'block' },
    '& svg': { fontSize: 20 },
  },
  '.row-checkbox': checkbox(palette),
  '.avatar': avatar(palette.action.hover),
  '.card-picture': {
    display: 'grid',
    placeItems: 'center',
    overflow: 'hidden',
    aspectRatio: '16 / 9',
    color: palette.text.disabled,
    backgroundColor: palette.action.hover,
    '& img': { width: '100%', height: '100%', objectFit: 'cover', display: 'block' },
    '& svg': { fontSize: 48 },
  },
  '.record-link': {
    color: palette.primary.main,
    textDecorationColor: alpha(palette.primary.main, 0.4),
    overflowWrap: 'anywhere',
    'td &': { textDecoration: 'none' },
    '&:hover, td &:hover, td &:focus-visible': {
      textDecoration: 'underline',
      textDecorationColor: 'inherit',
    },
    '&:focus-visible': { outline: '2px solid var(--focus)', outlineOffset: 2, borderRadius: 4 },
  },
})
