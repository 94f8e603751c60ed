import Alert from '@mui/material/Alert'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import FormHelperText from '@mui/material/FormHelperText'
import FormLabel from '@mui/material/FormLabel'
import Stack from '@mui/material/Stack'
import { useEffect, useId, useRef, useState } from 'react'
import { useInput, useTranslate, ValidationError, type Validator } from 'react-admin'
import { useFormContext } from 'react-hook-form'
import { isFile } from '~/model/fields'
import { cameraEndings } from '~/model/resources/videos'
import { nameOfRecording } from '~/model/video/insv-pair'
import { type InputProps, labelKey } from '~/src/admin/admin-config'
import { useFormStatus } from '~/src/admin/form/form-state'
import { useUploader } from '~/src/admin/form/use-uploader'
import { validatorsFor } from '~/src/admin/form/validators'
import { accepts, formatOf } from '~/src/upload/accepts'
import { ChosenFile } from '~/src/upload/chosen-file'
import { DropZone, UploadProgress } from '~/src/upload/drop-zone'
import { isBusy, useUpload } from '~/src/upload/use-upload'
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

type Lens = ReturnType<typeof useLens>

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

/** The two files of a camera, or the one with both lenses: checked first, then uploaded together. */
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
  /** State for files that are added while others are checked: each waits for its turn, and clearing cancels all. */
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
    // A refused file leaves the one that waits for its counterpart.
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

const LensFile = ({ lens, onRemove }: { lens: Lens; onRemove: () => void }) => {
  const translate = useTranslate()
  const { source, value, upload, busy } = lens
  const failed = upload.state.status === 'failed' && upload.state.error
  if (!value && !busy && !failed) return null
  return (
    <Box>
      <FormLabel component="div" sx={{ mb: 0.5, fontSize: 13 }}>
        {translate(labelKey('videos', source))}
      </FormLabel>
      {isFile(value) && <ChosenFile file={value} onRemove={onRemove} />}
      {!value && busy && (
        <UploadProgress
          state={upload.state}
          onPause={upload.pause}
          onResume={upload.resume}
          onCancel={onRemove}
        />
      )}
      {failed && (
        <Alert severity="error" onClose={onRemove}>
          {translate('errors.serverUploadError')} {translate(failed, { _: failed })}
        </Alert>
      )}
    </Box>
  )
}

type MessagesProps = {
  readonly id: string
  readonly held: File | null
  readonly refusal: string | null
  readonly errors: readonly string[]
  readonly onForget: () => void
  readonly onAlone?: (() => void) | undefined
}

/** The file that is awaited, and the errors. */
const Messages = ({ id, held, refusal, errors, onForget, onAlone }: MessagesProps) => {
  const translate = useTranslate()
  return (
    <Box id={id}>
      {held && (
        <Alert severity="info" role="status" sx={{ mt: 1 }} onClose={onForget}>
          {translate('resources.videos.files.waiting', { name: held.name })}
          {onAlone && (
            <Button size="small" color="inherit" onClick={onAlone} sx={{ display: 'block', mt: 0.5 }}>
              {translate('resources.videos.files.whole')}
            </Button>
          )}
        </Alert>
      )}
      {refusal && (
        <Alert severity="error" role="alert" sx={{ mt: 1 }}>
          {refusal}
        </Alert>
      )}
      {errors.map(error => (
        <FormHelperText key={error} error>
          <ValidationError error={error} />
        </FormHelperText>
      ))}
    </Box>
  )
}

/** Accepts the two files of a camera together, in either order, or the one with both lenses. */
export const CameraFilesInput = ({ field }: InputProps) => {
  const translate = useTranslate()
  const helpId = useId()
  const { lenses, held, refusal, take, clear, sendAlone } = useCameraFiles(validatorsFor(field, true))
  const errors = lenses.flatMap(({ error }) => error ?? [])
  const idle = lenses.every(({ value, busy, upload }) => !value && !busy && upload.state.status !== 'failed')
  const label = translate('resources.videos.files.label')
  return (
    <Box ref={lenses[0]?.ref} tabIndex={-1} sx={{ mb: 2 }}>
      <FormLabel component="div" error={errors.length > 0} sx={{ mb: 0.75, fontSize: 14 }}>
        {label}
        <span aria-hidden> *</span>
      </FormLabel>
      {idle && (
        <DropZone
          label={label}
          text={held ? 'resources.videos.files.dropSecond' : 'resources.videos.files.drop'}
          accept={field.accept}
          multiple
          required
          invalid={errors.length > 0}
          describedBy={helpId}
          onFiles={files => void take(files)}
        />
      )}
      <Stack sx={{ gap: 1.5 }}>
        {lenses.map(lens => (
          <LensFile key={lens.source} lens={lens} onRemove={clear} />
        ))}
      </Stack>
      <Messages
        id={helpId}
        held={held}
        refusal={refusal}
        errors={errors}
        onForget={clear}
        onAlone={sendAlone}
      />
    </Box>
  )
}
