import LockIcon from '@mui/icons-material/LockOutlined'
import Button from '@mui/material/Button'
import { Link, Title, useTranslate } from 'react-admin'
import { Notice } from './notice'

export const AccessDenied = () => {
  const translate = useTranslate()
  const title = translate('errors.accessDenied')
  return (
    <>
      <Title title={title} />
      <Notice icon={LockIcon} role="alert" heading title={title} text={translate('kit.accessDenied')}>
        <Button component={Link} to="/home" variant="outlined">
          {translate('kit.toHome')}
        </Button>
      </Notice>
    </>
  )
}
