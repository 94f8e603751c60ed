import { useGetOne } from 'react-admin'
import { resourceOf } from '~/model/registry'
import { AccessDenied } from '~/src/kit/access-denied'
import { useActor, WithActor } from '~/src/kit/actor'
import { ListSkeleton } from '~/src/kit/list/list-skeleton'
import { useRecordId } from '~/src/kit/record-id'
import { mayChange } from '~/src/kit/rights'
import { LoadFailure } from '~/src/kit/show/load-failure'
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
  return <RenameForm record={data} />
}

/** Gives a completed 3D video another name. */
export const RenamePage = () => (
  <WithActor>
    <Loaded />
  </WithActor>
)
