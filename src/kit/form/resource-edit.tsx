import { EditBase, useEditContext } from 'react-admin'
import { useParams } from 'react-router'
import { labelOf } from '~/model/access'
import type { Resource } from '~/model/define'
import { resourceOf } from '~/model/registry'
import { AccessDenied } from '~/src/kit/access-denied'
import { useActor, WithActor } from '~/src/kit/actor'
import { BackButton } from '~/src/kit/back-button'
import { ListSkeleton } from '~/src/kit/list/list-skeleton'
import { PageHeading } from '~/src/kit/page-heading'
import { mayChange } from '~/src/kit/rights'
import { LoadFailure } from '~/src/kit/show/load-failure'
import { FormStateProvider } from './form-state'
import { RecordForm } from './record-form'
import { useSaving } from './saving'

const Loaded = ({ resource }: { resource: Resource }) => {
  const { record, error, isPending, refetch } = useEditContext()
  const actor = useActor()
  if (error && !record) return <LoadFailure resource={resource.name} error={error} onRetry={refetch} />
  if (isPending || !record) return <ListSkeleton />
  if (!mayChange(resource, actor, record)) return <AccessDenied />
  return (
    <>
      <PageHeading
        resource={resource.name}
        title={labelOf(resource, record)}
        before={<BackButton resource={resource.name} />}
      />
      <RecordForm resource={resource} mode="update" />
    </>
  )
}

const Screen = ({ resource }: { resource: Resource }) => {
  const { id } = useParams()
  const { meta, ...mutation } = useSaving(resource, 'update', id)
  return (
    <EditBase
      resource={resource.name}
      id={id}
      mutationMode="pessimistic"
      redirect={false}
      disableAuthentication
      mutationOptions={{ ...mutation, meta }}
      queryOptions={{ meta, onError: () => undefined }}
    >
      <Loaded resource={resource} />
    </EditBase>
  )
}

export const ResourceEdit = ({ resource }: { resource: string }) => (
  <WithActor>
    <FormStateProvider>
      <Screen resource={resourceOf(resource)} />
    </FormStateProvider>
  </WithActor>
)
