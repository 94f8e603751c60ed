import LinkOffIcon from '@mui/icons-material/LinkOff'
import Button from '@mui/material/Button'
import { Link, Title, useTranslate } from 'react-admin'
import { EmptyState } from './empty-state'

/** Reports an invalid address and the expected format. */
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
