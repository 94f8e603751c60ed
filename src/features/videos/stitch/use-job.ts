import { useState } from 'react'
import { useDataProvider } from 'react-admin'
import { videoJob } from '~/model/resources/videos'
import { useSaving } from '~/src/admin/form/saving'
import { failureOf } from '~/src/api/contract/failures'
import type { PanelDataProvider } from '~/src/api/contract/panel-data-provider'
import type { Json } from '~/src/api/contract/records'

/** Drafts of this form are separate from those of the form for a finished video. */
export const JOB = 'job'

/** Submits the job and opens its video; field errors return to the form. */
export const useJob = () => {
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
