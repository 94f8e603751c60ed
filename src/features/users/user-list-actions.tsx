import InviteIcon from '@mui/icons-material/PersonAddOutlined'
import Button from '@mui/material/Button'
import Tooltip from '@mui/material/Tooltip'
import { Link, useTranslate } from 'react-admin'
import { users } from '~/model/resources/users'
import { useActor } from '~/src/admin/actor'
import { mayCreate } from '~/src/admin/rights'

/** The product's disabled button (specification §2), and beside it a link to where users are invited. */
export const UserListActions = () => {
  const translate = useTranslate()
  const allowed = mayCreate(users, useActor())
  return (
    <>
      <Tooltip title={translate('resources.users.inviteDisabled')}>
        <span>
          <Button disabled size="small" startIcon={<InviteIcon />}>
            {translate('resources.users.invite')}
          </Button>
        </span>
      </Tooltip>
      {allowed && (
        <Button component={Link} to="/user/invite" variant="outlined" startIcon={<InviteIcon />}>
          {translate('resources.users.inviteByMail')}
        </Button>
      )}
    </>
  )
}
