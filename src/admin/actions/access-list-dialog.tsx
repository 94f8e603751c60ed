import Alert from '@mui/material/Alert'
import Button from '@mui/material/Button'
import Dialog from '@mui/material/Dialog'
import DialogActions from '@mui/material/DialogActions'
import DialogContent from '@mui/material/DialogContent'
import DialogTitle from '@mui/material/DialogTitle'
import { useId, useState } from 'react'
import { Form, SaveButton, useRecordContext, useRefresh, useTranslate, useUpdate } from 'react-admin'
import { isEmpty, isRequired } from '~/model/access'
import type { Resource } from '~/model/define'
import { groups } from '~/model/resources/groups'
import { labelKey } from '~/src/admin/admin-config'
import { LinksInput } from '~/src/admin/form/links-input'
import { validatorsFor } from '~/src/admin/form/validators'
import { useRecordTitle } from '~/src/admin/paths'
import { failureOf } from '~/src/api/contract/records'
import { useFailureText, useToast } from '~/src/ui/failure-text'

type Props = {
  readonly resource: Resource
  /** The lists that the dialog edits, as far as the resource has them. */
  readonly paths: readonly string[]
  readonly onClose: () => void
}
type Values = Readonly<Record<string, unknown>>

/** Omits a list that was empty and still is. */
const pickLists = (paths: readonly string[], values: Values, record: Values = {}) =>
  Object.fromEntries(
    paths.filter(path => !isEmpty(values[path]) || !isEmpty(record[path])).map(path => [path, values[path]]),
  )

const useSaving = ({ resource, paths, onClose }: Props) => {
  // The record as it was when the dialog opened: choices stay, and a change by another user is reported on save.
  const opened = useRecordContext()
  const [record] = useState(opened)
  const translate = useTranslate()
  const toast = useToast()
  const refresh = useRefresh()
  const [failure, setFailure] = useState<unknown>(null)
  const [update] = useUpdate()
  const save = async (values: Values) => {
    setFailure(null)
    const data = pickLists(paths, values, record)
    const sent = { id: record?.id ?? '', data, previousData: record }
    try {
      await update(resource.name, sent, {
        mutationMode: 'pessimistic',
        returnPromise: true,
        onError: () => undefined,
      })
    } catch (error) {
      const { errors } = failureOf(error)
      if (!errors) setFailure(error)
      return errors
    }
    toast(translate('admin.accessList.saved'), 'success')
    refresh()
    onClose()
    return undefined
  }
  return { record, failure, save }
}

/** The reason nothing was saved; a stale record can be reloaded. */
const Failure = ({ error, onClose }: { error: unknown; onClose: () => void }) => {
  const translate = useTranslate()
  const refresh = useRefresh()
  const { text, code } = useFailureText()(error)
  const reload = () => {
    refresh()
    onClose()
  }
  return (
    <Alert
      severity="error"
      role="alert"
      sx={{ mb: 2 }}
      action={
        code === 'stale' && (
          <Button color="inherit" size="small" onClick={reload}>
            {translate('ra.action.refresh')}
          </Button>
        )
      }
    >
      {translate('errors.serverError')} {text}
    </Alert>
  )
}

const ListInput = ({ resource, path }: { resource: Resource; path: string }) => {
  const field = resource.fields[path]
  if (!field) return null
  return (
    <LinksInput
      source={path}
      label={labelKey(resource.name, path)}
      helperText={field.target === groups.name && 'admin.accessList.groupsHelp'}
      resource={resource}
      field={field}
      validate={validatorsFor(field, isRequired(field, 'update'))}
      fullWidth
    />
  )
}

/** Edits who may open the record in context: users and groups of its company. */
export const AccessListDialog = (props: Props) => {
  const { resource, paths, onClose } = props
  const translate = useTranslate()
  const titleOf = useRecordTitle(resource)
  const titleId = useId()
  const { record, failure, save } = useSaving(props)
  if (!record) return null
  return (
    <Dialog open onClose={onClose} fullWidth maxWidth="sm" aria-labelledby={titleId}>
      <Form record={record} onSubmit={save} sanitizeEmptyValues={false} noValidate>
        <DialogTitle id={titleId}>
          {translate('admin.accessList.title', { name: titleOf(record) })}
        </DialogTitle>
        <DialogContent>
          {failure !== null && <Failure error={failure} onClose={onClose} />}
          {paths.map(path => (
            <ListInput key={path} resource={resource} path={path} />
          ))}
        </DialogContent>
        <DialogActions>
          <Button onClick={onClose} color="inherit">
            {translate('ra.action.cancel')}
          </Button>
          <SaveButton alwaysEnable />
        </DialogActions>
      </Form>
    </Dialog>
  )
}
