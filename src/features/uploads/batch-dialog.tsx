import Button from '@mui/material/Button'
import Dialog from '@mui/material/Dialog'
import DialogActions from '@mui/material/DialogActions'
import DialogContent from '@mui/material/DialogContent'
import DialogTitle from '@mui/material/DialogTitle'
import { Form, required, useTranslate } from 'react-admin'
import type { FieldValues } from 'react-hook-form'
import type { Link } from '~/model/fields'
import { isLink } from '~/model/fields'
import { useStartingCompany } from '~/src/admin/chosen-company'
import { LinkInput } from '~/src/admin/form/link-input'
import type { GivenFiles } from './given-files'
import { useMayOrder } from './use-vecto-preset'
import { VectoPreset } from './vecto-preset'

type Props = {
  readonly batch: GivenFiles
  readonly onBegin: (company: Link) => void
  readonly onClose: () => void
}

/** Asks once for the company of all records of a batch. */
export const BatchDialog = ({ batch: { kind, files }, onBegin, onClose }: Props) => {
  const withVideos = useMayOrder() && kind === 'videos'
  const translate = useTranslate()
  const company = useStartingCompany()
  return (
    <Dialog open onClose={onClose} fullWidth maxWidth="xs" aria-labelledby="upload-batch">
      <Form
        defaultValues={{ company }}
        onSubmit={(values: FieldValues) => {
          if (isLink(values.company)) onBegin(values.company)
        }}
      >
        <DialogTitle id="upload-batch">
          {translate('uploads.batch', { smart_count: files.length })}
        </DialogTitle>
        <DialogContent>
          <LinkInput
            source="company"
            target="companies"
            label="resources.medias.fields.company"
            validate={[required('validation.required')]}
            fullWidth
          />
          {withVideos && <VectoPreset />}
        </DialogContent>
        <DialogActions>
          <Button onClick={onClose} color="inherit">
            {translate('ra.action.cancel')}
          </Button>
          <Button type="submit" variant="contained">
            {translate('uploads.begin')}
          </Button>
        </DialogActions>
      </Form>
    </Dialog>
  )
}
