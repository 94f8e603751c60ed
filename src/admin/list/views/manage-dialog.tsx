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
import { UndoAlert } from '~/src/admin/actions/deleted-toast'
import type { Restorable, SavedView, ViewCalls } from '~/src/api/contract/view-calls'
import { useFailureText } from '~/src/ui/failure-text'
import { useToast } from '~/src/ui/use-toast'
import { useListView } from './use-list-view'
import { useViews } from './use-views'
import { ViewRow } from './view-row'

/** A view that was deleted last, with what undoes it. */
type Deleted = { readonly way: Restorable; readonly name: string }

type Props = { readonly resource: Resource; readonly onClose: () => void }

/** Changes views one after the other, with why the last change failed, or the view that it deleted. */
const useChanges = ({ name: resource }: Resource) => {
  const translate = useTranslate()
  const toast = useToast()
  const { data, change, sharing } = useViews(resource)
  const [failure, setFailure] = useState<unknown>(null)
  const [deleted, setDeleted] = useState<Deleted | null>(null)
  const act = async (work: (calls: ViewCalls) => Promise<unknown>, done = 'views.saved') => {
    setFailure(null)
    setDeleted(null)
    try {
      await change(work)
      toast(translate(done), 'success')
      return true
    } catch (error) {
      setFailure(error)
      return false
    }
  }
  const remove = async ({ id, name }: SavedView) => {
    let way: Restorable | undefined
    const removing = async (calls: ViewCalls) => {
      way = await calls.remove(id)
    }
    if (await act(removing, 'views.deleted')) setDeleted(way ? { way, name } : null)
  }
  return { data, sharing, act, failure, remove, deleted, forgetDeleted: () => setDeleted(null) }
}

/** Changes the user's own views of a list: name, what they show, who sees them, the default. */
export const ManageDialog = ({ resource, onClose }: Props) => {
  const translate = useTranslate()
  const textOf = useFailureText()
  const titleId = useId()
  const { tab, query } = useListView(resource)
  const { data, sharing, act, failure, remove, deleted, forgetDeleted } = useChanges(resource)
  return (
    <Dialog open onClose={onClose} fullWidth maxWidth="sm" aria-labelledby={titleId}>
      <DialogTitle id={titleId}>{translate('views.manage')}</DialogTitle>
      <DialogContent>
        {failure !== null && (
          <Alert severity="error" role="alert" sx={{ mb: 2 }}>
            {textOf(failure).text}
          </Alert>
        )}
        {deleted && (
          <Box sx={{ mb: 2 }}>
            <UndoAlert
              key={deleted.way.id}
              way={deleted.way}
              text={translate('views.deletedNamed', { name: deleted.name })}
              onDone={forgetDeleted}
            />
          </Box>
        )}
        <Box component="ul" sx={{ listStyle: 'none', m: 0, p: 0 }}>
          {data?.own.map(view => (
            <ViewRow
              key={view.id}
              view={view}
              sharing={sharing}
              now={{ tab, query }}
              act={act}
              onDelete={() => void remove(view)}
            />
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
