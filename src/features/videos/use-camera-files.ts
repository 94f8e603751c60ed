import { useEffect, useState } from 'react'
import { useInput, useTranslate, type Validator } from 'react-admin'
import { useFormContext } from 'react-hook-form'
import { nameOfRecording } from '~/model/video/insv-pair'
import { useFormStatus } from '~/src/admin/form/form-state'
import { useUploader } from '~/src/admin/form/use-uploader'
import { accepts, formatOf } from '~/src/upload/accepts'
import { isBusy } from '~/src/upload/upload-state'
import { useUpload } from '~/src/upload/use-upload'
import { judgeFiles, type Verdict } from './camera-files'

const accepted = ['.insv']

/** One of the two files: its form value and its upload. */
const useLens = (source: string, validate: Validator[]) => {
  const { field, fieldState } = useInput({ source, validate })
  const upload = useUpload(useUploader(), file => field.onChange(file))
  const { setUploading } = useFormStatus()
  const busy = isBusy(upload.state)
  useEffect(() => {
    setUploading(source, busy)
    return () => setUploading(source, false)
  }, [source, busy, setUploading])
  const clear = () => {
    if (busy) upload.cancel()
    else upload.remove()
    field.onChange(null)
  }
  return { source, value: field.value, ref: field.ref, error: fieldState.error?.message, upload, busy, clear }
}

export type Lens = ReturnType<typeof useLens>

const useRefusal = () => {
  const translate = useTranslate()
  return (files: readonly File[], verdict: Verdict) => {
    const strange = files.find(file => !accepts(accepted, file))
    if (strange) return translate('errors.fileFormat', { format: formatOf(strange) })
    if (!('refusal' in verdict)) return null
    const { refusal, name } = verdict
    const reason = translate(`resources.videos.files.${refusal}`, { _: translate(`reasons.${refusal}`) })
    return name ? `${name}: ${reason}` : reason
  }
}

/** The two files of a camera, or the one that holds both lenses: checked first, then uploaded at once. */
export const useCameraFiles = (required: Validator[]) => {
  const { getValues, setValue } = useFormContext()
  const refusalFor = useRefusal()
  const [front, back] = [useLens('insv1', required), useLens('insv2', [])]
  const [held, setHeld] = useState<File | null>(null)
  const [refusal, setRefusal] = useState<string | null>(null)
  const begin = (one: File, other: File | undefined) => {
    if (!getValues('name')) setValue('name', nameOfRecording(one.name), { shouldDirty: true })
    void front.upload.start(one)
    if (other) void back.upload.start(other)
  }
  const take = async (added: readonly File[]) => {
    const files = held ? [held, ...added] : added
    const verdict: Verdict = files.every(file => accepts(accepted, file))
      ? await judgeFiles(files)
      : { refusal: 'unreadable_video' }
    setRefusal(refusalFor(files, verdict))
    setHeld('waiting' in verdict ? verdict.waiting : null)
    if ('files' in verdict) begin(...verdict.files)
  }
  const clear = () => {
    front.clear()
    back.clear()
    setHeld(null)
    setRefusal(null)
  }
  return { lenses: [front, back], held, refusal, take, clear }
}
