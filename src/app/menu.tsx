import LogoutIcon from '@mui/icons-material/LogoutOutlined'
import { Box, List } from '@mui/material'
import { memo } from 'react'
import { useTranslate } from 'react-admin'
import { MenuEntry } from './menu-entry'
import { menuItemsFor } from './menu-items'
import { useActiveItem } from './use-active-item'
import { useMe } from './use-me'
import { useSignOut } from './use-sign-out'
import { UserCard } from './user-card'

const column = {
  display: 'flex',
  flexDirection: 'column',
  gap: 1,
  width: '100%',
  height: '100%',
  p: 1.5,
  overflowX: 'hidden',
} as const

/** Drawn again only when it changes itself: the layout around it is drawn with each route. */
export const Menu = memo(() => {
  const translate = useTranslate()
  const { signOut, question } = useSignOut()
  const me = useMe()
  const items = menuItemsFor(me?.role)
  const { here, lit } = useActiveItem(items)
  return (
    <Box component="nav" aria-label={translate('app.mainMenu')} sx={column}>
      {me && <UserCard me={me} />}
      <List disablePadding sx={{ flex: 1 }}>
        {items.map(({ key, path, icon }) => (
          <MenuEntry
            key={key}
            label={translate(`menu.${key}`)}
            icon={icon}
            to={path}
            active={key === lit}
            current={key === here}
          />
        ))}
      </List>
      <List disablePadding>
        <MenuEntry label={translate('menu.logout')} icon={LogoutIcon} onClick={signOut} />
      </List>
      {question}
    </Box>
  )
})
