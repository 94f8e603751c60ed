import {
  ListItem,
  ListItemButton,
  ListItemIcon,
  ListItemText,
  type SxProps,
  type Theme,
  Tooltip,
  useMediaQuery,
} from '@mui/material'
import { alpha } from '@mui/material/styles'
import type { ReactNode } from 'react'
import { LinkBase, useSidebarState } from 'react-admin'
import type { MenuItem } from './menu-items'

type Props = {
  label: string
  icon: MenuItem['icon']
  /** Highlighted as the current or the last visited section. */
  active?: boolean
  /** The section of the current screen. */
  current?: boolean
} & ({ to: string; onClick?: never } | { onClick: () => void; to?: never })

const look: SxProps<Theme> = theme => ({
  borderRadius: 1.25,
  minHeight: 40,
  px: 1.25,
  mb: 0.25,
  color: 'text.secondary',
  '& .MuiListItemIcon-root': { minWidth: 36, color: 'inherit' },
  '& .MuiListItemText-primary': { fontWeight: 540, fontSize: '0.9rem', whiteSpace: 'nowrap' },
  '&.Mui-selected, &.Mui-selected:hover': {
    color: 'primary.main',
    backgroundColor: alpha(theme.palette.primary.main, 0.11),
    '& .MuiListItemText-primary': { fontWeight: 640 },
  },
})

/** Shows the full label as a tooltip while the menu is collapsed to its icons. */
const Named = ({ label, folded, children }: { label: string; folded: boolean; children: ReactNode }) => {
  const item = <ListItem disablePadding>{children}</ListItem>
  return folded ? (
    <Tooltip title={label} placement="right">
      {item}
    </Tooltip>
  ) : (
    item
  )
}

/** An item of the menu: a link to a section, or a button. */
export const MenuEntry = ({ label, icon: Icon, active = false, current = false, to, onClick }: Props) => {
  const [open, setOpen] = useSidebarState()
  const phone = useMediaQuery<Theme>(theme => theme.breakpoints.down('sm'))
  const target =
    to === undefined ? { onClick } : { component: LinkBase, to, onClick: () => phone && setOpen(false) }
  return (
    <Named label={label} folded={!open}>
      <ListItemButton
        {...target}
        selected={active}
        aria-current={current ? 'page' : undefined}
        aria-label={open ? undefined : label}
        sx={look}
      >
        <ListItemIcon>
          <Icon fontSize="small" />
        </ListItemIcon>
        {open && <ListItemText primary={label} />}
      </ListItemButton>
    </Named>
  )
}
