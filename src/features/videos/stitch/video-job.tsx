import { ResourceContextProvider, SaveContextProvider, useTranslate } from 'react-admin'
import { videoJob } from '~/model/resources/videos'
import { useActor, WithActor } from '~/src/admin/actor'
import { BackButton } from '~/src/admin/back-button'
import { FormStateProvider } from '~/src/admin/form/form-state'
import { RecordForm } from '~/src/admin/form/record-form'
import { mayCreate } from '~/src/admin/rights'
import { ProcessingNotice } from '~/src/features/videos/processing-notice'
import { AccessDenied } from '~/src/ui/access-denied'
import { PageHeading } from '~/src/ui/page-heading'
import { JOB, useJob } from './use-job'

const Job = () => {
  const translate = useTranslate()
  const { save, saving } = useJob()
  const allowed = mayCreate(videoJob, useActor())
  if (!allowed) return <AccessDenied />
  return (
    <SaveContextProvider value={{ save, saving, mutationMode: 'pessimistic' }}>
      <PageHeading
        resource={videoJob.name}
        title={translate('resources.videos.job')}
        before={<BackButton resource={videoJob.name} />}
      />
      <ProcessingNotice />
      <RecordForm
        resource={videoJob}
        mode="create"
        draft={JOB}
        save={translate('resources.videos.jobSave')}
      />
    </SaveContextProvider>
  )
}

/** Stitches a 360° video from the files of a camera with two lenses. */
export const VideoJob = () => (
  <WithActor>
    <ResourceContextProvider value={videoJob.name}>
      <FormStateProvider>
        <Job />
      </FormStateProvider>
    </ResourceContextProvider>
  </WithActor>
)
