import { Avatar, Box, Typography } from '@mui/material'
import { LinkBase, useSidebarState, useTranslate } from 'react-admin'
import type { Me } from '~/src/api/backend'
import { useIsPhone } from '~/src/ui/phone'
import { fullName } from './auth-provider'
import { PROFILE } from './menu-items'

const initials = ({ firstname, lastname, email }: Me) =>
  (`${firstname.charAt(0)}${lastname.charAt(0)}` || email.charAt(0)).toUpperCase()

const avatar = {
  width: 36,
  height: 36,
  fontSize: 14,
  fontWeight: 640,
  bgcolor: 'primary.main',
  color: 'primary.contrastText',
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
export const UserCard = ({ me }: { me: Me }) => {
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
      <Avatar sx={avatar} aria-hidden="true">
        {initials(me)}
      </Avatar>
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
