import LockIcon from '@mui/icons-material/LockOutlined'
import Button from '@mui/material/Button'
import { Link, Title, useTranslate } from 'react-admin'
import { EmptyState } from './empty-state'

export const AccessDenied = () => {
  const translate = useTranslate()
  const title = translate('errors.accessDenied')
  return (
    <>
      <Title title={title} />
      <EmptyState icon={LockIcon} role="alert" heading title={title} text={translate('admin.accessDenied')}>
        <Button component={Link} to="/home" variant="outlined">
          {translate('admin.toHome')}
        </Button>
      </EmptyState>
    </>
  )
}
