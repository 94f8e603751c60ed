import Alert from '@mui/material/Alert'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Dialog from '@mui/material/Dialog'
import DialogActions from '@mui/material/DialogActions'
import DialogContent from '@mui/material/DialogContent'
import DialogTitle from '@mui/material/DialogTitle'
import { useId, useState } from 'react'
import { useTranslate } from 'react-admin'
import type { Resource } from '~/model/define'
import type { ViewCalls } from '~/src/api/contract/view-calls'
import { useFailureText } from '~/src/ui/failure-text'
import { useToast } from '~/src/ui/use-toast'
import { useListView } from './use-list-view'
import { useViews } from './use-views'
import { ViewRow } from './view-row'

type Props = { readonly resource: Resource; readonly onClose: () => void }

/** Changes the user's own views of a list: name, what they show, who sees them, the default. */
export const ManageDialog = ({ resource, onClose }: Props) => {
  const translate = useTranslate()
  const toast = useToast()
  const textOf = useFailureText()
  const titleId = useId()
  const { data, change, sharing } = useViews(resource.name)
  const { tab, query } = useListView(resource)
  const [failure, setFailure] = useState<unknown>(null)
  const act = async (work: (calls: ViewCalls) => Promise<unknown>, done = 'views.saved') => {
    setFailure(null)
    try {
      await change(work)
      toast(translate(done), 'success')
      return true
    } catch (error) {
      setFailure(error)
      return false
    }
  }
  return (
    <Dialog open onClose={onClose} fullWidth maxWidth="sm" aria-labelledby={titleId}>
      <DialogTitle id={titleId}>{translate('views.manage')}</DialogTitle>
      <DialogContent>
        {failure !== null && (
          <Alert severity="error" role="alert" sx={{ mb: 2 }}>
            {textOf(failure).text}
          </Alert>
        )}
        <Box component="ul" sx={{ listStyle: 'none', m: 0, p: 0 }}>
          {data?.own.map(view => (
            <ViewRow key={view.id} view={view} sharing={sharing} now={{ tab, query }} act={act} />
          ))}
        </Box>
        {data?.own.length === 0 && translate('views.none')}
        {data && !data.sharing && <Alert severity="info">{translate('views.here')}</Alert>}
      </DialogContent>
      <DialogActions>
        <Button onClick={onClose}>{translate('ra.action.close')}</Button>
      </DialogActions>
    </Dialog>
  )
}
