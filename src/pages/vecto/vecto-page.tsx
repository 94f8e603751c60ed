import { CreateBase, type RaRecord, useGetOne, useTranslate } from 'react-admin'
import { allows } from '~/model/access'
import { resourceOf } from '~/model/registry'
import { AccessDenied } from '~/src/kit/access-denied'
import { useActor, WithActor } from '~/src/kit/actor'
import { BackButton } from '~/src/kit/back-button'
import { draftKey } from '~/src/kit/form/draft'
import { FormStateProvider } from '~/src/kit/form/form-state'
import { useSaving } from '~/src/kit/form/saving'
import { InfoBanner } from '~/src/kit/info-banner'
import { ListSkeleton } from '~/src/kit/list/list-skeleton'
import { PageHeading } from '~/src/kit/page-heading'
import { useRecordId } from '~/src/kit/record-id'
import { LoadFailure } from '~/src/kit/show/load-failure'
import { ProcessingNotice } from '~/src/resources/videos/processing-notice'
import { NotPossible, obstacleOf } from './not-possible'
import { VectoForm } from './vecto-form'

const vectos = resourceOf('vectos')

/** It is the video's: the server says so itself. */
const sent = ({ company, ...rest }: Record<string, unknown>) => rest

const Making = ({ video }: { video: RaRecord }) => {
  const { uid } = useActor()
  const draft = `of.${video.id}`
  const mutationOptions = useSaving(vectos, 'create', draft)
  return (
    <CreateBase
      resource={vectos.name}
      redirect={false}
      disableAuthentication
      transform={sent}
      mutationOptions={mutationOptions}
    >
      <InfoBanner name="vecto" />
      <ProcessingNotice />
      <VectoForm video={video} draft={draftKey(uid, vectos.name, draft)} />
    </CreateBase>
  )
}

const Loaded = () => {
  const translate = useTranslate()
  const actor = useActor()
  const id = useRecordId('videos')
  const { data, error, isPending, refetch } = useGetOne(
    'videos',
    { id },
    { onError: () => undefined, retry: false },
  )
  if (error && !data) return <LoadFailure resource="videos" error={error} onRetry={refetch} />
  if (isPending || !data) return <ListSkeleton />
  if (!allows(vectos, 'create', actor, { company: data.company })) return <AccessDenied />
  const why = obstacleOf(data)
  return (
    <>
      <PageHeading
        resource="vectos"
        title={translate('resources.vectos.making.title', { name: String(data.name ?? '') })}
        before={<BackButton resource="videos" id={data.id} />}
      />
      {why ? <NotPossible video={data} why={why} /> : <Making key={data.id} video={data} />}
    </>
  )
}

/** Chooses a part of a 360° video and has a 3D video made of it. */
export const VectoPage = () => (
  <WithActor>
    <FormStateProvider>
      <Loaded />
    </FormStateProvider>
  </WithActor>
)
