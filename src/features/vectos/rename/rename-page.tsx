import { useGetOne } from 'react-admin'
import { resourceOf } from '~/model/registry'
import { useActor, WithActor } from '~/src/admin/actor'
import { FormStateProvider } from '~/src/admin/form/form-state'
import { useRecordId } from '~/src/admin/record-id'
import { mayChange } from '~/src/admin/rights'
import { LoadFailure } from '~/src/admin/show/load-failure'
import { AccessDenied } from '~/src/ui/access-denied'
import { ListSkeleton } from '~/src/ui/list-skeleton'
import { NotRenamable } from './not-renamable'
import { RenameForm } from './rename-form'

const definition = resourceOf('vectos')

const Loaded = () => {
  const id = useRecordId(definition.name)
  const actor = useActor()
  const { data, error, isPending, refetch } = useGetOne(
    definition.name,
    { id },
    { onError: () => undefined, retry: false },
  )
  if (error && !data) return <LoadFailure resource={definition.name} error={error} onRetry={refetch} />
  if (isPending || !data) return <ListSkeleton />
  if (!mayChange(definition, actor, data)) return <AccessDenied />
  if (data.status !== 'completed') return <NotRenamable record={data} />
  return (
    <FormStateProvider>
      <RenameForm record={data} />
    </FormStateProvider>
  )
}

/** Renames a completed 3D video. */
export const RenamePage = () => (
  <WithActor>
    <Loaded />
  </WithActor>
)
