import InviteIcon from '@mui/icons-material/PersonAddOutlined'
import Button from '@mui/material/Button'
import { Link, useTranslate } from 'react-admin'
import { users } from '~/model/resources/users'
import { mayCreate, useActor } from '~/src/admin/rights'
import { RefusedButton } from '~/src/ui/icon-action'
import { useIsPhone } from '~/src/ui/phone'

/**
 * The product's disabled button (specification §2), where there is room for it, and next to it a link to the form that
 * invites users.
 */
export const UserListActions = () => {
  const translate = useTranslate()
  const isPhone = useIsPhone()
  const allowed = mayCreate(users, useActor())
  return (
    <>
      {!isPhone && (
        <RefusedButton
          why={translate('resources.users.inviteDisabled')}
          size="small"
          startIcon={<InviteIcon />}
        >
          {translate('resources.users.invite')}
        </RefusedButton>
      )}
      {allowed && (
        <Button component={Link} to="/user/invite" variant="outlined" startIcon={<InviteIcon />}>
          {translate('resources.users.inviteByMail')}
        </Button>
      )}
    </>
  )
}
