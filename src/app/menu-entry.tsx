import { type Theme, Tooltip } from '@mui/material'
import { alpha } from '@mui/material/styles'
import type { ReactElement } from 'react'
import { LinkBase } from 'react-admin'
import type { MenuItem } from './menu-items'

type Props = {
  label: string
  icon: MenuItem['icon']
  /** The menu is collapsed to its icons. */
  folded: boolean
  /** Highlighted as the current or the last visited section. */
  active?: boolean
  /** The section of the current screen. */
  current?: boolean
  onClick?: () => void
  /** Where the link of a section leads; without it, the entry is a button. */
  to?: string
}

/**
 * The styles of all entries, declared once by the menu: as MUI's list items they were a hundred of the four hundred
 * styled elements that the first rows of a list wait for.
 */
export const entryStyles = ({ palette }: Theme) => ({
  '& ul': { m: 0, p: 0, listStyle: 'none' },
  '& .menu-entry': {
    display: 'flex',
    alignItems: 'center',
    gap: 2,
    width: 1,
    minHeight: 40,
    px: 1.25,
    mb: 0.25,
    border: 0,
    borderRadius: 1.25,
    background: 'transparent',
    color: 'text.secondary',
    font: 'inherit',
    fontSize: '0.9rem',
    fontWeight: 540,
    textAlign: 'left',
    textDecoration: 'none',
    whiteSpace: 'nowrap',
    cursor: 'pointer',
  },
  '& .menu-entry:hover': { backgroundColor: palette.action.hover },
  '& .menu-entry:focus-visible': { outline: `2px solid ${palette.primary.main}`, outlineOffset: -2 },
  '& .menu-entry.lit': {
    color: 'primary.main',
    backgroundColor: alpha(palette.primary.main, 0.11),
    fontWeight: 640,
  },
})

/** Shows the full label as a tooltip where the menu is collapsed to its icons. */
const named = (label: string, folded: boolean, entry: ReactElement) =>
  folded ? (
    <Tooltip title={label} placement="right">
      {entry}
    </Tooltip>
  ) : (
    entry
  )

/** An item of the menu: a link to a section, or a button. */
export const MenuEntry = ({ label, icon: Icon, folded, active, current, onClick, to }: Props) => {
  const common = {
    className: active ? 'menu-entry lit' : 'menu-entry',
    onClick,
    children: (
      <>
        <Icon fontSize="small" />
        {!folded && label}
      </>
    ),
    ...(current && { 'aria-current': 'page' as const }),
    ...(folded && { 'aria-label': label }),
  }
  return (
    <li>
      {named(
        label,
        folded,
        to === undefined ? <button type="button" {...common} /> : <LinkBase to={to} {...common} />,
      )}
    </li>
  )
}
