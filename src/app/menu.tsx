import LogoutIcon from '@mui/icons-material/LogoutOutlined'
import { Box, List } from '@mui/material'
import { useLogout, useSidebarState, useTranslate } from 'react-admin'
import { MenuEntry } from './menu-entry'
import { menuItemsFor } from './menu-items'
import { useActiveItem } from './use-active-item'
import { useMe } from './use-me'
import { UserCard } from './user-card'

const column = { display: 'flex', flexDirection: 'column', height: '100%', p: 1.5, gap: 1 } as const

export const Menu = () => {
  const translate = useTranslate()
  const logout = useLogout()
  const [open] = useSidebarState()
  const me = useMe()
  const items = menuItemsFor(me?.role)
  const active = useActiveItem(items)
  return (
    <Box component="nav" aria-label={translate('app.mainMenu')} sx={column}>
      {open && me && <UserCard me={me} />}
      <List disablePadding sx={{ flex: 1 }}>
        {items.map(({ key, path, icon }) => (
          <MenuEntry key={key} label={translate(`menu.${key}`)} icon={icon} to={path} active={key === active} />
        ))}
      </List>
      <List disablePadding>
        <MenuEntry label={translate('menu.logout')} icon={LogoutIcon} onClick={() => logout()} />
      </List>
    </Box>
  )
}
