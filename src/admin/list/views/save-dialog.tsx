import Alert from '@mui/material/Alert'
import Button from '@mui/material/Button'
import Dialog from '@mui/material/Dialog'
import DialogActions from '@mui/material/DialogActions'
import DialogContent from '@mui/material/DialogContent'
import DialogTitle from '@mui/material/DialogTitle'
import Typography from '@mui/material/Typography'
import { useId, useState } from 'react'
import { BooleanInput, Form, required, SaveButton, useTranslate } from 'react-admin'
import type { Resource } from '~/model/define'
import { views } from '~/model/resources/views'
import { TextInput } from '~/src/admin/form/text-input'
import { useParentRecord } from '~/src/admin/parent-record'
import { failureOf } from '~/src/api/contract/records'
import { useFailureText, useToast } from '~/src/ui/failure-text'
import { useListView, useViews } from './use-views'

type Props = { readonly resource: Resource; readonly onClose: () => void }
type Values = Readonly<Record<string, unknown>>

const useSaving = ({ resource, onClose }: Props) => {
  const translate = useTranslate()
  const toast = useToast()
  const { change, sharing } = useViews(resource.name)
  const { tab, query } = useListView(resource)
  const [failure, setFailure] = useState<unknown>(null)
  const save = async ({ name, shared, isDefault }: Values) => {
    setFailure(null)
    const said = { name: String(name), shared: shared === true, isDefault: isDefault === true }
    try {
      await change(calls => calls.create({ ...said, list: resource.name, tab, query }))
    } catch (error) {
      const { errors } = failureOf(error)
      if (!errors?.name) setFailure(error)
      return errors
    }
    toast(translate('views.saved'), 'success')
    onClose()
    return undefined
  }
  return { save, sharing, failure }
}

/** Saves the current state of the list under a name. */
export const SaveDialog = (props: Props) => {
  const translate = useTranslate()
  const textOf = useFailureText()
  const titleId = useId()
  const { save, sharing, failure } = useSaving(props)
  // A list inside a record opens as it was left: only top-level lists have a default view.
  const isNested = useParentRecord() !== null
  return (
    <Dialog open onClose={props.onClose} fullWidth maxWidth="xs" aria-labelledby={titleId}>
      <Form onSubmit={save} disableInvalidFormNotification noValidate>
        <DialogTitle id={titleId}>{translate('views.save')}</DialogTitle>
        <DialogContent>
          <Typography sx={{ color: 'text.secondary', mb: 2 }}>{translate('views.saveText')}</Typography>
          {failure !== null && (
            <Alert severity="error" role="alert" sx={{ mb: 2 }}>
              {textOf(failure).text}
            </Alert>
          )}
          <TextInput
            source="name"
            label="views.name"
            validate={required('validation.required')}
            slotProps={{ htmlInput: { maxLength: views.fields.name.max } }}
            autoComplete="off"
            helperText={false}
            autoFocus
            fullWidth
          />
          {sharing && <BooleanInput source="shared" label="views.share" helperText="views.shareText" />}
          {!isNested && <BooleanInput source="isDefault" label="views.default" helperText={false} />}
        </DialogContent>
        <DialogActions>
          <Button onClick={props.onClose} color="inherit">
            {translate('ra.action.cancel')}
          </Button>
          <SaveButton icon={null} alwaysEnable />
        </DialogActions>
      </Form>
    </Dialog>
  )
}
