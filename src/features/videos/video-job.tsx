import { useState } from 'react'
import { ResourceContextProvider, SaveContextProvider, useDataProvider, useTranslate } from 'react-admin'
import { videoJob } from '~/model/resources/videos'
import { FormStateProvider } from '~/src/admin/form/form-state'
import { RecordForm } from '~/src/admin/form/record-form'
import { useSaving } from '~/src/admin/form/saving'
import { BackButton } from '~/src/admin/paths'
import { mayCreate, useActor, WithActor } from '~/src/admin/rights'
import type { PanelDataProvider } from '~/src/api/contract/panel-data-provider'
import { failureOf, type Json } from '~/src/api/contract/records'
import { AccessDenied, PageHeading } from '~/src/ui/page'
import { ProcessingNotice } from './processing-notice'

/** Drafts of this form are separate from those of the form for a finished video. */
const JOB = 'job'

/** Submits the job and opens its video; field errors return to the form. */
const useJob = () => {
  const provider = useDataProvider<PanelDataProvider>()
  const { meta, onMutate, onSuccess, onError } = useSaving(videoJob, 'create', JOB)
  const [saving, setSaving] = useState(false)
  const save = async (data: Json) => {
    onMutate()
    setSaving(true)
    try {
      onSuccess(await provider.createVideoJob(data, meta.attempt))
      return undefined
    } catch (error) {
      onError(error)
      return failureOf(error).errors
    } finally {
      setSaving(false)
    }
  }
  return { save, saving }
}

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
