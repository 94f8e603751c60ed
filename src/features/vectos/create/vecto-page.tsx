import VideoIcon from '@mui/icons-material/PanoramaPhotosphereOutlined'
import Alert from '@mui/material/Alert'
import AlertTitle from '@mui/material/AlertTitle'
import Button from '@mui/material/Button'
import { CreateBase, Link, useGetOne, useTranslate } from 'react-admin'
import { useSearchParams } from 'react-router'
import { allows } from '~/model/access'
import type { PanelVecto, PanelVideo } from '~/model/record-of'
import { resourceOf } from '~/model/registry'
import { draftKey } from '~/src/admin/form/draft'
import { FormStateProvider } from '~/src/admin/form/form-state'
import { useLastUsed } from '~/src/admin/form/last-used'
import { useSaving } from '~/src/admin/form/saving'
import { BackButton, pathTo, useRecordId } from '~/src/admin/paths'
import { useActor, WithActor } from '~/src/admin/rights'
import { LoadFailure } from '~/src/admin/show/load-failure'
import { causeOn, gradeOn, useGradeReason } from '~/src/features/vectos/use-grade-reason'
import { ProcessingNotice } from '~/src/features/videos/processing-notice'
import { useReason } from '~/src/features/videos/use-reason'
import { type Obstacle, shapeText, vectoObstacle } from '~/src/features/videos/vecto-obstacle'
import { InfoBanner } from '~/src/ui/info-banner'
import { AccessDenied, EmptyState, ListSkeleton, PageHeading } from '~/src/ui/page'
import { readHeight } from './camera-height'
import { VectoForm } from './vecto-form'

/** A hint for another attempt: the 3D video whose settings are prefilled, its grade, and the setting to change. */
const AgainHint = ({ earlier }: { earlier: PanelVecto }) => {
  const translate = useTranslate()
  const reasonFor = useGradeReason()
  const why = gradeOn(earlier) ? reasonFor(earlier).short : ''
  const hint = translate(`resources.vectos.again.hints.${causeOn(earlier) ?? 'none'}`)
  return (
    <Alert severity="info" role="status" sx={{ mb: 2 }}>
      <AlertTitle sx={{ fontSize: 'inherit' }}>
        {translate('resources.vectos.again.title', { name: String(earlier.name ?? '') })}
      </AlertTitle>
      {[why, hint].filter(Boolean).join(' ')}
    </Alert>
  )
}

type Props = { readonly video: PanelVideo; readonly why: Obstacle }

/** Replaces the form if no 3D video can be made, or not yet. */
const NotPossible = ({ video, why }: Props) => {
  const translate = useTranslate()
  const reason = useReason()(video)
  const shape = why === 'flat' ? shapeText(video) : undefined
  return (
    <>
      {why === 'pending' && <ProcessingNotice />}
      <EmptyState
        icon={VideoIcon}
        title={translate(`resources.vectos.making.obstacles.${why}`)}
        text={reason || translate(shape ?? `resources.vectos.making.ways.${why}`)}
      >
        <Button component={Link} to={pathTo('videos', 'show', video.id) ?? '/'} variant="outlined">
          {translate('resources.vectos.making.toVideo')}
        </Button>
      </EmptyState>
    </>
  )
}

/** The 3D video of this 360° video that the URL names in `from`; ignored if it cannot be read. */
const useEarlier = (video: PanelVideo) => {
  const [search] = useSearchParams()
  const from = search.get('from')
  const { data, isLoading } = useGetOne<PanelVecto>(
    'vectos',
    { id: `${video.id}/${from}` },
    { enabled: from !== null, onError: () => undefined, retry: false },
  )
  return { earlier: from === null ? undefined : data, isLoading }
}

const vectos = resourceOf('vectos')

/** The company is that of the video: the server sets it. */
const sent = ({ company, ...rest }: Record<string, unknown>) => rest

const Making = ({ video }: { video: PanelVideo }) => {
  const { uid } = useActor()
  const draft = `of.${video.id}`
  const { earlier, isLoading } = useEarlier(video)
  const last = useLastUsed(vectos, 'cameraHeight', video.company)
  const mutationOptions = useSaving(vectos, 'create', draft)
  if (isLoading || last.isLoading) return <ListSkeleton />
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
      {earlier && <AgainHint earlier={earlier} />}
      <VectoForm
        video={video}
        draft={draftKey(uid, vectos.name, draft)}
        earlier={earlier}
        lastHeight={readHeight(last.value)}
      />
    </CreateBase>
  )
}

const Loaded = () => {
  const translate = useTranslate()
  const actor = useActor()
  const id = useRecordId('videos')
  const { data, error, isPending, refetch } = useGetOne<PanelVideo>(
    'videos',
    { id },
    { onError: () => undefined, retry: false },
  )
  if (error && !data) return <LoadFailure resource="videos" error={error} onRetry={refetch} />
  if (isPending || !data) return <ListSkeleton />
  if (!allows(vectos, 'create', actor, { company: data.company })) return <AccessDenied />
  const why = vectoObstacle(data)
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

/** Selects a part of a 360° video and makes a 3D video from it. */
export const VectoPage = () => (
  <WithActor>
    <FormStateProvider>
      <Loaded />
    </FormStateProvider>
  </WithActor>
)
