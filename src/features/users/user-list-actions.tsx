import InviteIcon from '@mui/icons-material/PersonAddOutlined'
import Button from '@mui/material/Button'
import Tooltip from '@mui/material/Tooltip'
import { useTranslate } from 'react-admin'

/** Shown but disabled, as in the product: users are invited at a separate address (specification §2). */
export const UserListActions = () => {
  const translate = useTranslate()
  return (
    <Tooltip title={translate('resources.users.inviteDisabled')}>
      <span>
        <Button disabled size="small" startIcon={<InviteIcon />}>
          {translate('resources.users.invite')}
        </Button>
      </span>
    </Tooltip>
  )
}
