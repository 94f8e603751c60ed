import Button from '@mui/material/Button'
import Dialog from '@mui/material/Dialog'
import DialogActions from '@mui/material/DialogActions'
import DialogContent from '@mui/material/DialogContent'
import DialogTitle from '@mui/material/DialogTitle'
import { useId, useState } from 'react'
import { Form, useListContext, useTranslate } from 'react-admin'
import { namesIn } from '~/model/bulk'
import type { Resource } from '~/model/define'
import { FieldInput } from '~/src/admin/form/field-input'

type Props = {
  readonly resource: Resource
  readonly path: string
  readonly label: string
  readonly onChosen: (values: readonly string[]) => void
  readonly onClose: () => void
}

/** The company of the chosen rows on this page: people are chosen among its users. */
const useCompany = ({ company }: Resource) => {
  const { data = [], selectedIds = [] } = useListContext()
  const row = data.find(({ id }) => selectedIds.includes(id)) ?? data[0]
  return company && company !== 'uid' ? { [company]: row?.[company] } : {}
}

/** Asks what an action adds to a list field of many records, or removes from it. */
export const ValuesDialog = ({ resource, path, label, onChosen, onClose }: Props) => {
  const translate = useTranslate()
  const title = useId()
  // The rows may change meanwhile: what was chosen stays.
  const [company] = useState(useCompany(resource))
  const choose = (values: Readonly<Record<string, unknown>>) => {
    const names = namesIn(values[path])
    if (names.length > 0) onChosen(names)
  }
  return (
    <Dialog open fullWidth maxWidth="sm" aria-labelledby={title} onClose={onClose}>
      <Form record={company} onSubmit={choose} sanitizeEmptyValues={false} noValidate>
        <DialogTitle id={title}>{translate('admin.bulk.title', { action: label })}</DialogTitle>
        <DialogContent>
          <FieldInput resource={resource} path={path} mode="update" readOnly={false} required />
        </DialogContent>
        <DialogActions>
          <Button onClick={onClose}>{translate('ra.action.cancel')}</Button>
          <Button type="submit" variant="contained">
            {translate('admin.bulk.continue')}
          </Button>
        </DialogActions>
      </Form>
    </Dialog>
  )
}
