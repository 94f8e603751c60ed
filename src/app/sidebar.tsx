import { Sidebar as RaSidebar, type SidebarProps } from 'react-admin'
import { useIsPhone } from '~/src/ui/phone'

/**
 * The menu's place: a column, or on a phone a drawer. Mounted anew when one becomes the other: react-admin's renders
 * the drawer open once and closes it before it is in the document, and MUI then leaves it over the page, invisible, and
 * hides the page from screen readers.
 */
export const Sidebar = (props: SidebarProps) => (
  <RaSidebar key={useIsPhone() ? 'drawer' : 'column'} {...props} />
)
