import LogoutIcon from '@mui/icons-material/LogoutOutlined'
import { Box, type SxProps, type Theme, Tooltip, Typography } from '@mui/material'
import { alpha } from '@mui/material/styles'
import { memo, type ReactElement, Suspense, useCallback, useEffect, useState } from 'react'
import { LinkBase, useLocation, useLogout, useSidebarState, useTranslate } from 'react-admin'
import type { Me } from '~/src/api/backend'
import { sessionStore } from '~/src/api/browser-storage'
import { Avatar } from '~/src/ui/avatar'
import { laterPart } from '~/src/ui/later-part'
import { useIsPhone } from '~/src/ui/phone'
import { busyUploads } from '~/src/upload/busy-uploads'
import { fullName } from './auth-provider'
import { itemAt, type MenuItem, PROFILE, useMe, useMenuItems } from './menu-items'

const SignOutQuestion = laterPart(() => import('./sign-out-question').then(file => file.SignOutQuestion))

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
  /** The target of a section's link; without it, the entry is a button. */
  to?: string
}

/**
 * The styles of all entries, declared once by the menu: as MUI's list items they were a hundred of the four hundred
 * styled elements of a list's first render.
 */
const entryStyles = ({ palette }: Theme) => ({
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
const MenuEntry = ({ label, icon: Icon, folded, active, current, onClick, to }: Props) => {
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

const card = {
  display: 'flex',
  alignItems: 'center',
  gap: 1.25,
  px: 0.5,
  py: 1,
  minWidth: 0,
  color: 'inherit',
  textDecoration: 'none',
  borderRadius: 1.25,
  '&:hover': { backgroundColor: 'action.hover' },
  '&:focus-visible': { outline: '2px solid', outlineOffset: -2 },
} as const

const quiet = { variant: 'caption', component: 'div', color: 'text.secondary', noWrap: true } as const

/** The signed-in user's name, company and role; links to the user's own settings. */
const UserCard = ({ me }: { me: Me }) => {
  const translate = useTranslate()
  const [open, setOpen] = useSidebarState()
  const phone = useIsPhone()
  const [name, company] = [fullName(me), me.company?.label]
  return (
    <Box
      component={LinkBase}
      to={PROFILE}
      onClick={() => phone && setOpen(false)}
      sx={card}
      aria-label={open ? undefined : name}
      title={open ? undefined : name}
    >
      <Avatar uid={me.uid} name={name} address={me.profile.picture} size={36} />
      {open && (
        <Box sx={{ minWidth: 0 }}>
          <Typography variant="subtitle2" component="div" noWrap title={name}>
            {name}
          </Typography>
          {company && (
            <Typography {...quiet} title={company}>
              {company}
            </Typography>
          )}
          <Typography {...quiet}>{me.roleLabel || translate(`roles.${me.role}`)}</Typography>
        </Box>
      )}
    </Box>
  )
}

/**
 * Signs out; if that ends uploads, requires confirmation first. `question`: the dialog to render next to the sign-out
 * button.
 */
export const useSignOut = () => {
  const logout = useLogout()
  const [asking, setAsking] = useState(false)
  const leave = async () => {
    setAsking(false)
    await busyUploads.cancel().catch(() => undefined)
    await logout()
  }
  const signOut = () => (busyUploads.any() ? setAsking(true) : void logout())
  const question = asking && (
    <Suspense>
      <SignOutQuestion onConfirm={() => void leave()} onClose={() => setAsking(false)} />
    </Suspense>
  )
  return { signOut, question }
}

const KEY = 'vecto.menu'

/**
 * The item of this screen, and the one to highlight: the last if the screen has none (specification §2), none for the
 * user's own account.
 */
const useActiveItem = (items: readonly MenuItem[]) => {
  const { pathname } = useLocation()
  const here = itemAt(items, pathname)?.key
  useEffect(() => {
    if (here) sessionStore.set(KEY, here)
  }, [here])
  return { here, lit: here ?? (pathname === PROFILE ? undefined : sessionStore.get(KEY)) }
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

/** Memoized: re-renders only on its own changes, not on each route. */
export const Menu = memo(() => {
  const translate = useTranslate()
  const { signOut, question } = useSignOut()
  const me = useMe()
  const items = useMenuItems()
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
