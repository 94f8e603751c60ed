import LinkOffIcon from '@mui/icons-material/LinkOff'
import Button from '@mui/material/Button'
import { Link, Title, useTranslate } from 'react-admin'
import { EmptyState } from './empty-state'

/** An address that cannot be one of ours, and what it should look like. */
export const BadAddress = ({ text }: { text: string }) => {
  const translate = useTranslate()
  return (
    <>
      <Title title={translate('app.notFound.title')} />
      <EmptyState icon={LinkOffIcon} role="alert" title={text}>
        <Button component={Link} to="/home" variant="outlined">
          {translate('app.notFound.home')}
        </Button>
      </EmptyState>
    </>
  )
}
