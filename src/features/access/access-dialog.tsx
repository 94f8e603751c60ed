import Button from '@mui/material/Button'
import Dialog from '@mui/material/Dialog'
import DialogActions from '@mui/material/DialogActions'
import DialogContent from '@mui/material/DialogContent'
import DialogTitle from '@mui/material/DialogTitle'
import { useId } from 'react'
import { type RaRecord, useTranslate } from 'react-admin'
import type { Resource } from '~/model/define'
import { useRecordTitle } from '~/src/admin/record-id'
import { useLazyField } from '~/src/admin/use-lazy-field'
import { ListFailure } from '~/src/ui/list-failure'
import { ListSkeleton } from '~/src/ui/list-skeleton'
import { isAccess } from './access-facts'
import { AccessLists } from './access-lists'
import { CheckPerson } from './check-person'
import { GroupPeople } from './group-people'
import { PartyList } from './party-list'

type Props = { readonly resource: Resource; readonly record: RaRecord; readonly onClose: () => void }

const Content = ({ resource, record }: Omit<Props, 'onClose'>) => {
  const { data, error, refetch } = useLazyField(resource.name, record.id, 'access')
  if (error) return <ListFailure error={error} onRetry={refetch} />
  if (!isAccess(data)) return <ListSkeleton />
  return (
    <>
      <PartyList parties={data.parties} />
      <AccessLists resource={resource} lists={data.lists} />
      <GroupPeople groups={data.groups} />
      <CheckPerson resource={resource} record={record} />
    </>
  )
}

/** Who has access to a record, by role and company, with the reason; and what one person can do. */
export const AccessDialog = ({ resource, record, onClose }: Props) => {
  const translate = useTranslate()
  const titleId = useId()
  const titleOf = useRecordTitle(resource)
  return (
    <Dialog open onClose={onClose} fullWidth maxWidth="md" aria-labelledby={titleId}>
      <DialogTitle id={titleId}>{translate('access.title', { name: titleOf(record) })}</DialogTitle>
      <DialogContent>
        <Content resource={resource} record={record} />
      </DialogContent>
      <DialogActions>
        <Button onClick={onClose}>{translate('ra.action.close')}</Button>
      </DialogActions>
    </Dialog>
  )
}
