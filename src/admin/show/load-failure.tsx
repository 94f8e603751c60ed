import CloudOffIcon from '@mui/icons-material/CloudOffOutlined'
import Button from '@mui/material/Button'
import { useTranslate } from 'react-admin'
import { useOwnMessage } from '~/src/admin/admin-config'
import { BackButton } from '~/src/admin/paths'
import { isCodeBetween } from '~/src/api/backend-error'
import { failureOf } from '~/src/api/contract/records'
import { useFailureText } from '~/src/ui/failure-text'
import { AccessDenied, EmptyState, PageHeading } from '~/src/ui/page'

type Props = { readonly resource: string; readonly error: unknown; readonly onRetry: () => void }

/** The refusal of a proxy does not concern the rights to a record. */
const isForbidden = ({ status, code = '' }: ReturnType<typeof failureOf>) =>
  status === 403 && !isCodeBetween(code)

const Failure = ({ resource, error, onRetry }: Props) => {
  const translate = useTranslate()
  const say = useOwnMessage(resource)
  const { text } = useFailureText()(error)
  const code = failureOf(error).code ?? ''
  const missing = translate('errors.not_found')
  // The cause comes first: no administrator can help with a deleted record or a lost connection.
  const titleOf = (known: string) => {
    if (known === 'not_found') return say('loadFailed', 'errors.not_found')
    if (isCodeBetween(known)) return translate('errors.serverError')
    return say('loadFailed', 'errors.dataAccess', { code: known })
  }
  const title = titleOf(code)
  const explanation = [title === missing ? '' : missing, translate('errors.notThere')].join(' ').trim()
  return (
    <>
      <PageHeading resource={resource} before={<BackButton resource={resource} />} />
      <EmptyState
        icon={CloudOffIcon}
        role="alert"
        title={title}
        text={code === 'not_found' ? explanation : text}
      >
        <Button variant="outlined" onClick={onRetry}>
          {translate('admin.retry')}
        </Button>
      </EmptyState>
    </>
  )
}

/** The record failed to load: access denied, the resource's own message, or a general one with the code. */
export const LoadFailure = (props: Props) =>
  isForbidden(failureOf(props.error)) ? <AccessDenied /> : <Failure {...props} />
