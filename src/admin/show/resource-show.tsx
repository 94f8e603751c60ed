import EditIcon from '@mui/icons-material/EditOutlined'
import Button from '@mui/material/Button'
import { Link, ShowBase, useRecordContext, useRedirect, useShowContext, useTranslate } from 'react-admin'
import { isOutranked } from '~/model/accounts'
import type { Resource } from '~/model/define'
import { resourceOf } from '~/model/registry'
import { RecordActions } from '~/src/admin/actions/record-actions'
import { useActor, WithActor } from '~/src/admin/actor'
import { BackButton } from '~/src/admin/back-button'
import { pathTo } from '~/src/admin/paths'
import { useRecordId, useRecordTitle } from '~/src/admin/record-id'
import { mayChange } from '~/src/admin/rights'
import { AccessDenied } from '~/src/ui/access-denied'
import { ListSkeleton } from '~/src/ui/list-skeleton'
import { PageHeading } from '~/src/ui/page-heading'
import { LoadFailure } from './load-failure'
import { ScreenActions } from './screen-actions'
import { ShowTabs } from './show-tabs'
import { TextAction } from './text-action'

const EditLink = ({ resource }: { resource: Resource }) => {
  const translate = useTranslate()
  const record = useRecordContext()
  const actor = useActor()
  const path = pathTo(resource.name, 'edit', record?.id)
  if (!record || !path || !mayChange(resource, actor, record)) return null
  return (
    <Button component={Link} to={path} variant="contained" startIcon={<EditIcon />}>
      {translate('ra.action.edit')}
    </Button>
  )
}

const Actions = ({ resource }: { resource: Resource }) => {
  const redirect = useRedirect()
  const record = useRecordContext()
  return (
    <>
      <ScreenActions resource={resource} />
      <RecordActions
        resource={resource}
        Button={TextAction}
        onDeleted={() => redirect(pathTo(resource.name, 'list', record?.id) ?? '/')}
      />
      <EditLink resource={resource} />
    </>
  )
}

const Loaded = ({ resource }: { resource: Resource }) => {
  const { record, error, isPending, refetch } = useShowContext()
  const actor = useActor()
  const titleOf = useRecordTitle(resource)
  if (error && !record) return <LoadFailure resource={resource.name} error={error} onRetry={refetch} />
  if (isPending || !record) return <ListSkeleton />
  if (isOutranked(resource, actor, record)) return <AccessDenied />
  return (
    <>
      <PageHeading
        resource={resource.name}
        title={titleOf(record)}
        before={<BackButton resource={resource.name} id={record.id} />}
        actions={<Actions resource={resource} />}
      />
      <ShowTabs resource={resource} />
    </>
  )
}

/** The show screen of a definition: its tabs, and the actions of the record. */
export const ResourceShow = ({ resource }: { resource: string }) => {
  const id = useRecordId(resource)
  return (
    <WithActor>
      <ShowBase resource={resource} id={id} disableAuthentication queryOptions={{ onError: () => undefined }}>
        <Loaded resource={resourceOf(resource)} />
      </ShowBase>
    </WithActor>
  )
}
