import Alert from '@mui/material/Alert'
import Button from '@mui/material/Button'
import Dialog from '@mui/material/Dialog'
import DialogActions from '@mui/material/DialogActions'
import DialogContent from '@mui/material/DialogContent'
import DialogTitle from '@mui/material/DialogTitle'
import TextField from '@mui/material/TextField'
import { useTranslate } from 'react-admin'
import { useCopy } from '~/src/ui/use-copy'

type Props = { readonly secret: string; readonly onClose: () => void }

/** Shows a secret that the server does not show again. Closed by its button alone, so that no stray click loses it. */
export const SecretDialog = ({ secret, onClose }: Props) => {
  const translate = useTranslate()
  const copy = useCopy()
  return (
    <Dialog open fullWidth maxWidth="sm" aria-labelledby="secret-title">
      <DialogTitle id="secret-title">{translate('admin.secret.title')}</DialogTitle>
      <DialogContent>
        <Alert severity="warning" sx={{ mb: 2 }}>
          {translate('admin.secret.text')}
        </Alert>
        <TextField
          fullWidth
          multiline
          label={translate('admin.secret.label')}
          value={secret}
          slotProps={{ htmlInput: { readOnly: true, spellCheck: false, style: { fontFamily: 'monospace' } } }}
          onFocus={event => event.target.select()}
        />
      </DialogContent>
      <DialogActions>
        <Button onClick={() => void copy(secret)} variant="contained" autoFocus>
          {translate('admin.copy.do')}
        </Button>
        <Button onClick={onClose} color="inherit">
          {translate('admin.secret.kept')}
        </Button>
      </DialogActions>
    </Dialog>
  )
}
