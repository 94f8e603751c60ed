import { ResourceContextProvider, SaveContextProvider, useTranslate } from 'react-admin'
import { videoJob } from '~/model/resources/videos'
import { AccessDenied } from '~/src/kit/access-denied'
import { useActor, WithActor } from '~/src/kit/actor'
import { BackButton } from '~/src/kit/back-button'
import { FormStateProvider } from '~/src/kit/form/form-state'
import { RecordForm } from '~/src/kit/form/record-form'
import { PageHeading } from '~/src/kit/page-heading'
import { mayCreate } from '~/src/kit/rights'
import { ProcessingNotice } from '~/src/resources/videos/processing-notice'
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

/** Has a 360° video stitched of the files of a camera with two lenses. */
export const VideoJob = () => (
  <WithActor>
    <ResourceContextProvider value={videoJob.name}>
      <FormStateProvider>
        <Job />
      </FormStateProvider>
    </ResourceContextProvider>
  </WithActor>
)
