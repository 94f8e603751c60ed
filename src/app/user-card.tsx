import { Avatar, Box, Typography } from '@mui/material'
import { useTranslate } from 'react-admin'
import type { Me } from '~/src/backends/backend'
import { fullName } from './auth-provider'

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

/** Who is signed in, for which company, in which role. */
export const UserCard = ({ me }: { me: Me }) => {
  const translate = useTranslate()
  const role = me.roleLabel || translate(`roles.${me.role}`)
  return (
    <Box sx={{ display: 'flex', alignItems: 'center', gap: 1.25, px: 0.75, py: 1, minWidth: 0 }}>
      <Avatar sx={avatar} aria-hidden="true">
        {initials(me)}
      </Avatar>
      <Box sx={{ minWidth: 0 }}>
        <Typography variant="subtitle2" noWrap title={fullName(me)}>
          {fullName(me)}
        </Typography>
        {me.company && (
          <Typography
            variant="caption"
            component="div"
            color="text.secondary"
            noWrap
            title={me.company.label}
          >
            {me.company.label}
          </Typography>
        )}
        <Typography variant="caption" component="div" color="text.secondary" noWrap>
          {role}
        </Typography>
      </Box>
    </Box>
  )
}
