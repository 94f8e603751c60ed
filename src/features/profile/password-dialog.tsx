import Alert from '@mui/material/Alert'
import Button from '@mui/material/Button'
import Dialog from '@mui/material/Dialog'
import DialogActions from '@mui/material/DialogActions'
import DialogContent from '@mui/material/DialogContent'
import DialogTitle from '@mui/material/DialogTitle'
import Typography from '@mui/material/Typography'
import { useId, useState } from 'react'
import { Form, required, SaveButton, useTranslate } from 'react-admin'
import { PasswordInput } from '~/src/admin/form/password-input'
import { failureOf } from '~/src/api/contract/records'
import { useFailureText } from '~/src/ui/failure-text'
import { useAccountTexts } from './account'

type Props = {
  readonly title: string
  readonly text: string
  readonly submit: string
  /** The action that requires the password; a failure is shown in the dialog. */
  readonly act: (password: string) => Promise<void>
  readonly onClose: () => void
}

const useActing = (act: Props['act']) => {
  const [failure, setFailure] = useState<unknown>(null)
  const submit = async ({ password }: Record<string, unknown>) => {
    setFailure(null)
    try {
      await act(String(password))
      return undefined
    } catch (error) {
      const { errors } = failureOf(error)
      if (!errors) setFailure(error)
      return errors
    }
  }
  return { failure, submit }
}

/** Requires the user's password before actions for which an open session is not sufficient. */
export const PasswordDialog = ({ title, text, submit: label, act, onClose }: Props) => {
  const translate = useTranslate()
  const texts = useAccountTexts()
  const textOf = useFailureText()
  const titleId = useId()
  const { failure, submit } = useActing(act)
  return (
    <Dialog open onClose={onClose} fullWidth maxWidth="xs" aria-labelledby={titleId}>
      <Form onSubmit={submit} disableInvalidFormNotification noValidate>
        <DialogTitle id={titleId}>{title}</DialogTitle>
        <DialogContent>
          <Typography sx={{ color: 'text.secondary', mb: 2 }}>{text}</Typography>
          {failure !== null && (
            <Alert severity="error" role="alert" sx={{ mb: 2 }}>
              {textOf(failure).text}
            </Alert>
          )}
          <PasswordInput
            source="password"
            label={texts('password')}
            autoComplete="current-password"
            validate={required('validation.required')}
            helperText={false}
            autoFocus
            fullWidth
          />
        </DialogContent>
        <DialogActions>
          <Button onClick={onClose} color="inherit">
            {translate('ra.action.cancel')}
          </Button>
          <SaveButton label={label} icon={null} alwaysEnable />
        </DialogActions>
      </Form>
    </Dialog>
  )
}
