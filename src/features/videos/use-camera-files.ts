import { useEffect, useRef, useState } from 'react'
import { useInput, useTranslate, type Validator } from 'react-admin'
import { useFormContext } from 'react-hook-form'
import { cameraEndings } from '~/model/resources/videos'
import { nameOfRecording } from '~/model/video/insv-pair'
import { useFormStatus } from '~/src/admin/form/form-state'
import { useUploader } from '~/src/admin/form/use-uploader'
import { accepts, formatOf } from '~/src/upload/accepts'
import { isBusy } from '~/src/upload/upload-state'
import { useUpload } from '~/src/upload/use-upload'
import { judgeFiles, type Verdict } from './camera-files'

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
    const strange = files.find(file => !accepts(cameraEndings, file))
    if (strange) return translate('errors.fileFormat', { format: formatOf(strange) })
    if (!('refusal' in verdict)) return null
    const { refusal, name } = verdict
    const reason =
      translate(`resources.videos.files.${refusal}`, { _: '' }) || translate(`reasons.${refusal}`)
    return name ? `${name}: ${reason}` : reason
  }
}

type Latest = { held: File | null; turn: Promise<void>; round: number }

/** The two files of a camera, or the one that holds both lenses: checked first, then uploaded at once. */
export const useCameraFiles = (required: Validator[]) => {
  const { getValues, setValue } = useFormContext()
  const refusalFor = useRefusal()
  const [front, back] = [useLens('insv1', required), useLens('insv2', [])]
  const [held, setHeld] = useState<File | null>(null)
  const [mayBeWhole, setMayBeWhole] = useState(false)
  const [refusal, setRefusal] = useState<string | null>(null)
  const begin = (one: File, other: File | undefined) => {
    if (!getValues('name')) setValue('name', nameOfRecording(one.name), { shouldDirty: true })
    void front.upload.start(one)
    if (other) void back.upload.start(other)
  }
  /** For files that are added while others are judged: each waits for its turn, and a clearing ends all. */
  const latest = useRef<Latest>({ held: null, turn: Promise.resolve(), round: 0 })
  const hold = (file: File | null) => {
    latest.current.held = file
    setHeld(file)
  }
  const judge = async (added: readonly File[], round: number) => {
    const { held } = latest.current
    const files = held ? [held, ...added] : added
    const verdict: Verdict = files.every(file => accepts(cameraEndings, file))
      ? await judgeFiles(files)
      : { refusal: 'unreadable_video' }
    if (round !== latest.current.round) return
    setRefusal(refusalFor(files, verdict))
    // A file that is refused leaves the one that waits for another.
    if ('waiting' in verdict) {
      hold(verdict.waiting)
      setMayBeWhole(verdict.mayBeWhole ?? false)
    }
    if ('files' in verdict) {
      // The pair is complete: files that still wait for their turn are not taken.
      latest.current.round += 1
      hold(null)
      begin(...verdict.files)
    }
  }
  const take = (added: readonly File[]) => {
    const { turn, round } = latest.current
    const judged = turn.then(() => (round === latest.current.round ? judge(added, round) : undefined))
    latest.current.turn = judged.catch(() => undefined)
    return judged
  }
  /** Sends the file that waits for another on its own. */
  const sendAlone = () => {
    latest.current.round += 1
    if (held) begin(held, undefined)
    hold(null)
  }
  const clear = () => {
    latest.current.round += 1
    front.clear()
    back.clear()
    hold(null)
    setRefusal(null)
  }
  return { lenses: [front, back], held, refusal, take, clear, ...(held && mayBeWhole && { sendAlone }) }
}
