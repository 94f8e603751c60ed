import type { Theme } from '@mui/material/styles'
import useMediaQuery from '@mui/material/useMediaQuery'
import { Sidebar as RaSidebar, type SidebarProps } from 'react-admin'

/**
 * The menu's place: a column, or on a phone a drawer. One of its own for each, as react-admin's remembers for a moment
 * that the column was open: a drawer that is closed before it is there stays in the way, unseen, and hides the page
 * from screen readers.
 */
export const Sidebar = (props: SidebarProps) => {
  const phone = useMediaQuery<Theme>(theme => theme.breakpoints.down('sm'))
  return <RaSidebar key={phone ? 'drawer' : 'column'} {...props} />
}
