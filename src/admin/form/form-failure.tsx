import Alert from '@mui/material/Alert'
import AlertTitle from '@mui/material/AlertTitle'
import { useTranslate } from 'react-admin'
import { failureOf } from '~/src/api/contract/failures'
import { useFailureText } from '~/src/ui/failure-text'
import { useFormStatus } from './form-state'
import { StalePanel } from './stale-panel'

/** The reason nothing was saved, for failures that belong to no field. */
export const FailureBanner = ({
  error,
  title = 'errors.serverError',
}: {
  error: unknown
  title?: string
}) => {
  const translate = useTranslate()
  const { reason, reference, code } = useFailureText()(error)
  return (
    <Alert severity="error" role="alert" sx={{ mb: 2 }}>
      <AlertTitle>
        {translate(title)} {reason} {code && `(${code})`}
      </AlertTitle>
      {translate('admin.form.kept')} {reference}
    </Alert>
  )
}

type Props = {
  readonly resource: string
  readonly paths: readonly string[]
  /** The title, shown before the reason. */
  readonly title?: string
}

/** The reason saving failed; the input is kept, and saving can be retried. */
export const FormFailure = ({ resource, paths, title }: Props) => {
  const { failure } = useFormStatus()
  if (!failure) return null
  const { code, current } = failureOf(failure)
  return code === 'stale' && current ? (
    <StalePanel resource={resource} paths={paths} current={current} />
  ) : (
    <FailureBanner error={failure} title={title} />
  )
}
