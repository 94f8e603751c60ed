import CloudOffIcon from '@mui/icons-material/CloudOffOutlined'
import Button from '@mui/material/Button'
import { useTranslate } from 'react-admin'
import { EmptyState } from './empty-state'
import { useFailureText } from './failure-text'

type Props = { readonly error: unknown; readonly onRetry: () => void }

/** The list could not be loaded: the reason and a retry; previous rows are removed (specification §8). */
export const ListFailure = ({ error, onRetry }: Props) => {
  const translate = useTranslate()
  const { reason, reference, code } = useFailureText()(error)
  return (
    <EmptyState
      icon={CloudOffIcon}
      role="alert"
      title={`${translate('errors.serverError')} ${reason}`}
      text={code && [translate('admin.code', { code }), reference].filter(Boolean).join('. ')}
    >
      <Button variant="outlined" onClick={onRetry}>
        {translate('admin.retry')}
      </Button>
    </EmptyState>
  )
}
