import ViewIcon from '@mui/icons-material/SupervisorAccountOutlined'
import Alert from '@mui/material/Alert'
import Button from '@mui/material/Button'
import Dialog from '@mui/material/Dialog'
import DialogActions from '@mui/material/DialogActions'
import DialogContent from '@mui/material/DialogContent'
import DialogContentText from '@mui/material/DialogContentText'
import DialogTitle from '@mui/material/DialogTitle'
import { useMutation } from '@tanstack/react-query'
import { useDataProvider, useRecordContext, useTranslate } from 'react-admin'
import { labelOf } from '~/model/access'
import type { PanelUser } from '~/model/record-of'
import { users } from '~/model/resources/users'
import { mayViewAs, viewMinutes } from '~/model/view-as'
import { DialogAction } from '~/src/admin/actions/dialog-action'
import { type ActionsProps, useOffer } from '~/src/admin/admin-config'
import { useActor } from '~/src/admin/rights'
import type { PanelDataProvider } from '~/src/api/contract/panel-data-provider'
import { useFailureText } from '~/src/ui/failure-text'
import { busyUploads } from '~/src/upload/busy-uploads'
import { openView } from './begin-view'

type Props = { readonly user: PanelUser; readonly onClose: () => void }

/** Explains the view before it opens. Uploads of this tab would end with the page. */
const ViewAsDialog = ({ user, onClose }: Props) => {
  const translate = useTranslate()
  const provider = useDataProvider<PanelDataProvider>()
  const textOf = useFailureText()
  const { mutate, isPending, error } = useMutation({
    mutationFn: () => provider.act('users', user.id, 'viewAs'),
    onSuccess: ({ token }) => openView(String(token)),
  })
  const values = { name: labelOf(users, user), minutes: viewMinutes }
  const uploading = busyUploads.any()
  return (
    <Dialog open onClose={onClose} maxWidth="sm" aria-labelledby="view-as-title">
      <DialogTitle id="view-as-title">{translate('viewAs.title', values)}</DialogTitle>
      <DialogContent>
        <DialogContentText>{translate('viewAs.text', values)}</DialogContentText>
        {uploading && (
          <Alert severity="warning" sx={{ mt: 2 }}>
            {translate('viewAs.uploading')}
          </Alert>
        )}
        {error && (
          <Alert severity="error" sx={{ mt: 2 }}>
            {textOf(error).text}
          </Alert>
        )}
      </DialogContent>
      <DialogActions>
        <Button onClick={onClose} color="inherit">
          {translate('ra.action.cancel')}
        </Button>
        <Button
          onClick={() => mutate()}
          variant="contained"
          loading={isPending}
          disabled={uploading}
          autoFocus
        >
          {translate('viewAs.open')}
        </Button>
      </DialogActions>
    </Dialog>
  )
}

/** Opens the panel as the user in context sees it. */
export const ViewAs = ({ Button }: Pick<ActionsProps, 'Button'>) => {
  const translate = useTranslate()
  const actor = useActor()
  const record = useRecordContext<PanelUser>()
  const isOffered = useOffer('viewAs')
  if (!record || !isOffered || !mayViewAs(actor, record)) return null
  return (
    <DialogAction
      Button={Button}
      label={translate('resources.users.viewAs')}
      icon={<ViewIcon fontSize="small" />}
    >
      {close => <ViewAsDialog user={record} onClose={close} />}
    </DialogAction>
  )
}
