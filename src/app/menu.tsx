import LogoutIcon from '@mui/icons-material/LogoutOutlined'
import { Box, type SxProps, type Theme } from '@mui/material'
import { memo, useCallback, useEffect } from 'react'
import { useLocation, useSidebarState, useTranslate } from 'react-admin'
import { sessionStore } from '~/src/api/browser-storage'
import { useIsPhone } from '~/src/ui/phone'
import { entryStyles, MenuEntry } from './menu-entry'
import { itemAt, type MenuItem, menuItemsFor } from './menu-items'
import { useMe } from './use-me'
import { useSignOut } from './use-sign-out'
import { UserCard } from './user-card'

const KEY = 'vecto.menu'

/** The item of this screen, and the one to highlight: the last if the screen has none (specification §2). */
const useActiveItem = (items: readonly MenuItem[]) => {
  const { pathname } = useLocation()
  const here = itemAt(items, pathname)?.key
  useEffect(() => {
    if (here) sessionStore.set(KEY, here)
  }, [here])
  return { here, lit: here ?? sessionStore.get(KEY) }
}

const column = {
  display: 'flex',
  flexDirection: 'column',
  gap: 1,
  width: '100%',
  height: '100%',
  p: 1.5,
  overflowX: 'hidden',
  '& .menu-sections': { flex: 1 },
} as const

const styles: SxProps<Theme> = [column, entryStyles]

/** Drawn again only when it changes itself: the layout around it is drawn with each route. */
export const Menu = memo(() => {
  const translate = useTranslate()
  const { signOut, question } = useSignOut()
  const me = useMe()
  const items = menuItemsFor(me?.role)
  const { here, lit } = useActiveItem(items)
  const [open, setOpen] = useSidebarState()
  const phone = useIsPhone()
  const close = useCallback(() => phone && setOpen(false), [phone, setOpen])
  return (
    <Box component="nav" aria-label={translate('app.mainMenu')} sx={styles}>
      {me && <UserCard me={me} />}
      <ul className="menu-sections">
        {items.map(({ key, path, icon }) => (
          <MenuEntry
            key={key}
            label={translate(`menu.${key}`)}
            icon={icon}
            folded={!open}
            to={path}
            onClick={close}
            active={key === lit}
            current={key === here}
          />
        ))}
      </ul>
      <ul>
        <MenuEntry label={translate('menu.logout')} icon={LogoutIcon} folded={!open} onClick={signOut} />
      </ul>
      {question}
    </Box>
  )
})
