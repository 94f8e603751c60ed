import DeleteIcon from '@mui/icons-material/DeleteOutlined'
import ReplaceIcon from '@mui/icons-material/SaveOutlined'
import Alert from '@mui/material/Alert'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Dialog from '@mui/material/Dialog'
import DialogActions from '@mui/material/DialogActions'
import DialogContent from '@mui/material/DialogContent'
import DialogTitle from '@mui/material/DialogTitle'
import FormControlLabel from '@mui/material/FormControlLabel'
import Switch from '@mui/material/Switch'
import TextField from '@mui/material/TextField'
import { useId, useState } from 'react'
import { Confirm, useTranslate } from 'react-admin'
import type { Resource } from '~/model/define'
import { views } from '~/model/resources/views'
import { UndoAlert } from '~/src/admin/actions/deleted-toast'
import { useParentRecord } from '~/src/admin/parent-record'
import type { Restorable, SavedView, ViewCalls, ViewChanges } from '~/src/api/backend'
import { useFailureText, useToast } from '~/src/ui/failure-text'
import { IconAction } from '~/src/ui/icon-action'
import { isComposing, isEnter } from '~/src/ui/keys'
import { useListView, useViews } from './use-views'

type Act = (work: (calls: ViewCalls) => Promise<unknown>, done?: string) => Promise<boolean>

type ViewRowProps = {
  readonly view: SavedView
  readonly sharing: boolean
  /** The current state of the list. */
  readonly now: Pick<ViewChanges, 'tab' | 'query'>
  readonly act: Act
  readonly onDelete: () => void
}

const row = {
  display: 'flex',
  alignItems: 'center',
  flexWrap: 'wrap',
  columnGap: 1.5,
  py: 1.5,
  borderBottom: 1,
  borderColor: 'divider',
} as const

/** Saves when the field loses the focus, or on Enter; Escape restores the name. */
const NameField = ({ view, act }: Pick<ViewRowProps, 'view' | 'act'>) => {
  const translate = useTranslate()
  const [name, setName] = useState(view.name)
  const save = async () => {
    const next = name.trim()
    if (next === view.name) return
    const isSaved = next !== '' && (await act(calls => calls.update(view, { name: next })))
    if (!isSaved) setName(view.name)
  }
  return (
    <TextField
      size="small"
      value={name}
      onChange={event => setName(event.target.value)}
      onBlur={save}
      onKeyDown={event => {
        if (isEnter(event.nativeEvent)) void save()
        if (event.key !== 'Escape' || isComposing(event.nativeEvent) || name === view.name) return
        event.stopPropagation()
        setName(view.name)
      }}
      sx={{ flex: '1 1 220px' }}
      slotProps={{
        htmlInput: {
          'aria-label': translate('views.rename', { name: view.name }),
          maxLength: views.fields.name.max,
        },
      }}
    />
  )
}

type ToggleProps = {
  readonly label: string
  readonly name: string
  readonly checked: boolean
  readonly onChange: (checked: boolean) => void
}

const Toggle = ({ label, name, checked, onChange }: ToggleProps) => (
  <FormControlLabel
    label={label}
    control={
      <Switch
        size="small"
        checked={checked}
        onChange={(_, next) => onChange(next)}
        slotProps={{ input: { 'aria-label': name } }}
      />
    }
  />
)

/** One of the user's own views, with what can be changed of it. */
const ViewRow = ({ view, sharing, now, act, onDelete }: ViewRowProps) => {
  const translate = useTranslate()
  const [asking, setAsking] = useState(false)
  const isNested = useParentRecord() !== null
  const { name, shared, isDefault } = view
  const text = (key: string) => translate(`views.${key}`, { name })
  const update = (changes: ViewChanges) => void act(calls => calls.update(view, changes))
  return (
    <Box component="li" sx={row}>
      <NameField key={name} view={view} act={act} />
      {sharing && (
        <Toggle
          label={text('columns.share')}
          name={text('sharedSwitch')}
          checked={shared}
          onChange={next => update({ shared: next })}
        />
      )}
      {!isNested && (
        <Toggle
          label={text('columns.default')}
          name={text('defaultSwitch')}
          checked={isDefault}
          onChange={next => update({ isDefault: next })}
        />
      )}
      <Box sx={{ ml: 'auto', whiteSpace: 'nowrap' }}>
        <IconAction
          label={text('replace')}
          icon={<ReplaceIcon fontSize="small" />}
          onClick={() => void act(calls => calls.update(view, now), 'views.replaced')}
        />
        <IconAction
          label={text('delete')}
          icon={<DeleteIcon fontSize="small" />}
          onClick={() => setAsking(true)}
          colour="error"
        />
      </Box>
      <Confirm
        isOpen={asking}
        title={text('delete')}
        content={text(shared ? 'confirmDeleteShared' : 'confirmDelete')}
        onClose={() => setAsking(false)}
        onConfirm={() => {
          setAsking(false)
          onDelete()
        }}
      />
    </Box>
  )
}

/** The view that was deleted last, and its restore action. */
type Deleted = { readonly restorable: Restorable; readonly name: string }

type Props = { readonly resource: Resource; readonly onClose: () => void }

/** Applies changes to views one at a time; exposes the error of the last change, or the view that it deleted. */
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
    let restorable: Restorable | undefined
    const removing = async (calls: ViewCalls) => {
      restorable = await calls.remove(id)
    }
    if (await act(removing, 'views.deleted')) setDeleted(restorable ? { restorable, name } : null)
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
              key={deleted.restorable.id}
              restorable={deleted.restorable}
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
