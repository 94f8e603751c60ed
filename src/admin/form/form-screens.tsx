import Alert from '@mui/material/Alert'
import Button from '@mui/material/Button'
import Dialog from '@mui/material/Dialog'
import DialogActions from '@mui/material/DialogActions'
import DialogContent from '@mui/material/DialogContent'
import DialogTitle from '@mui/material/DialogTitle'
import TextField from '@mui/material/TextField'
import { type ReactNode, useState } from 'react'
import { CreateBase, EditBase, useEditContext, useTranslate } from 'react-admin'
import { labelOf } from '~/model/access'
import type { Resource } from '~/model/define'
import { resourceOf } from '~/model/registry'
import { useOwnMessage } from '~/src/admin/admin-config'
import { useParentRecord, WithParent } from '~/src/admin/parent-record'
import { BackButton, useRecordId } from '~/src/admin/paths'
import { mayChange, mayCreateIn, useActor, WithActor } from '~/src/admin/rights'
import { LoadFailure } from '~/src/admin/show/load-failure'
import { ScreenActions } from '~/src/admin/show/screen-actions'
import { AccessDenied, ListSkeleton, PageHeading } from '~/src/ui/page'
import { useCopy } from '~/src/ui/use-copy'
import { FormStateProvider } from './form-state'
import { RecordForm } from './record-form'
import { type Made, useOpenSaved, useSaving } from './saving'

type SecretDialogProps = { readonly secret: string; readonly onClose: () => void }

/** Shows a secret that the server returns only once. Only its button closes it, so that a stray click does not lose it. */
const SecretDialog = ({ secret, onClose }: SecretDialogProps) => {
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

type Props = { readonly resource: Resource }

const Heading = ({ resource, title, actions }: Props & { title: string; actions?: ReactNode }) => (
  <PageHeading
    resource={resource.name}
    title={title}
    before={<BackButton resource={resource.name} />}
    actions={actions}
  />
)

const Create = ({ resource }: Props) => {
  const translate = useTranslate()
  const say = useOwnMessage(resource.name)
  const open = useOpenSaved(resource.name)
  const [made, setMade] = useState<Made | null>(null)
  const mutationOptions = useSaving(resource, 'create', 'create', record =>
    record.secret ? setMade(record) : open(record),
  )
  const allowed = mayCreateIn(resource, useActor(), useParentRecord()?.link)
  if (!allowed) return <AccessDenied />
  const name = translate(`resources.${resource.name}.name`, { smart_count: 1 })
  return (
    <CreateBase
      resource={resource.name}
      redirect={false}
      disableAuthentication
      mutationOptions={mutationOptions}
    >
      <Heading resource={resource} title={say('createTitle', 'ra.page.create', { name })} />
      <RecordForm resource={resource} mode="create" />
      {made && <SecretDialog secret={String(made.secret)} onClose={() => open(made)} />}
    </CreateBase>
  )
}

const Loaded = ({ resource }: Props) => {
  const { record, error, isPending, refetch } = useEditContext()
  const actor = useActor()
  if (error && !record) return <LoadFailure resource={resource.name} error={error} onRetry={refetch} />
  if (isPending || !record) return <ListSkeleton />
  if (!mayChange(resource, actor, record)) return <AccessDenied />
  return (
    <>
      <Heading
        resource={resource}
        title={labelOf(resource, record)}
        // A record without a screen of its own is opened here.
        actions={!resource.paths.show && <ScreenActions resource={resource} />}
      />
      <RecordForm resource={resource} mode="update" />
    </>
  )
}

const Edit = ({ resource }: Props) => {
  const id = useRecordId(resource.name)
  const mutationOptions = useSaving(resource, 'update', id)
  return (
    <EditBase
      resource={resource.name}
      id={id}
      mutationMode="pessimistic"
      redirect={false}
      disableAuthentication
      mutationOptions={mutationOptions}
      queryOptions={{ meta: mutationOptions.meta, onError: () => undefined }}
    >
      <Loaded resource={resource} />
    </EditBase>
  )
}

/** The create screen of a definition. */
export const ResourceCreate = ({ resource }: { resource: string }) => (
  <WithActor>
    <FormStateProvider>
      <WithParent resource={resourceOf(resource)}>
        <Create resource={resourceOf(resource)} />
      </WithParent>
    </FormStateProvider>
  </WithActor>
)

/** The edit screen of a definition. */
export const ResourceEdit = ({ resource }: { resource: string }) => (
  <WithActor>
    <FormStateProvider>
      <Edit resource={resourceOf(resource)} />
    </FormStateProvider>
  </WithActor>
)
