import Alert from '@mui/material/Alert'
import Box from '@mui/material/Box'
import FormHelperText from '@mui/material/FormHelperText'
import FormLabel from '@mui/material/FormLabel'
import { useForkRef } from '@mui/material/utils'
import { type ReactNode, type RefCallback, useEffect, useId, useRef } from 'react'
import { useInput, useTranslate, ValidationError, type Validator } from 'react-admin'
import { useFormContext } from 'react-hook-form'
import { nameOfFile } from '~/model/content-types'
import type { FileDescriptor } from '~/model/fields'
import type { KindInputProps } from '~/src/admin/admin-config'
import { acceptedEndings } from '~/src/upload/accepts'
import { ChosenFile } from '~/src/upload/chosen-file'
import { DropZone, UploadProgress } from '~/src/upload/drop-zone'
import { UnfinishedOffer } from '~/src/upload/unfinished-offer'
import { examineFile, useRefusalText } from '~/src/upload/use-refusal-text'
import { isBusy, type UploadState, useUpload } from '~/src/upload/use-upload'
import { useFormStatus } from './form-state'
import { useUploader } from './use-uploader'

type Props = {
  readonly source: string
  readonly label: string
  readonly validate?: Validator[]
  readonly accept?: readonly string[]
  readonly onChosen?: (file: FileDescriptor) => void
  /** Replaces the plain file view once a file is chosen. */
  readonly children?: (file: FileDescriptor, remove: () => void) => ReactNode
}

/** True if the server rejected the type; a file that the browser rejects shows the accepted types itself. */
const isWrongType = ({ status, error }: UploadState) =>
  status !== 'idle' && error === 'errors.wrong_file_type'

type AnnouncementProps = { readonly state: UploadState; readonly accept: Props['accept'] }

export const Announcement = ({ state, accept }: AnnouncementProps) => {
  const translate = useTranslate()
  return (
    <>
      <Box
        component="span"
        role="status"
        sx={{ position: 'absolute', clip: 'rect(0 0 0 0)', width: '1px', height: '1px', overflow: 'hidden' }}
      >
        {state.status !== 'idle' && `${translate(`admin.upload.status.${state.status}`)} ${state.name}`}
      </Box>
      {state.resumed && isBusy(state) && <FormHelperText>{translate('admin.upload.resumed')}</FormHelperText>}
      {state.status === 'cancelled' && (
        <FormHelperText>{translate('admin.upload.status.cancelled')}</FormHelperText>
      )}
      {state.error && (
        <Alert severity="error" sx={{ mt: 1 }}>
          {state.status === 'failed' && `${translate('errors.serverUploadError')} `}
          {translate(state.error, { _: state.error })}
          {accept && isWrongType(state) && (
            <Box>{translate('admin.upload.accepted', { types: acceptedEndings(accept) })}</Box>
          )}
        </Alert>
      )}
    </>
  )
}

type Uploaded = Pick<Props, 'source' | 'validate' | 'accept' | 'onChosen'> & {
  /** Maximum size in bytes. */
  readonly limit?: number
  /** Called when the upload of a file begins. */
  readonly onTaken?: (file: File) => void
}

/** Moves the focus to the file input after a button of the field that had it is gone. @returns the field's place, and the request */
const useReturningFocus = (busy: boolean) => {
  const place = useRef<HTMLElement>(null)
  const isWanted = useRef(false)
  useEffect(() => {
    if (!isWanted.current || busy) return
    isWanted.current = false
    if (place.current?.contains(document.activeElement)) return
    place.current?.querySelector<HTMLElement>('input[type=file]')?.focus()
  })
  const want = () => {
    isWanted.current = true
  }
  return { place, want }
}

/** The form field, and the upload that sets its value. `ref` is that of the field's element. */
export const useUploadField = ({ source, validate, accept, onChosen, limit, onTaken }: Uploaded) => {
  const { field, fieldState, isRequired } = useInput({ source, validate })
  const { setUploading } = useFormStatus()
  const refusalText = useRefusalText()
  const uploader = useUploader()
  const upload = useUpload(uploader, file => {
    field.onChange(file)
    onChosen?.(file)
  })
  const busy = isBusy(upload.state)
  const focus = useReturningFocus(busy)
  const ref: RefCallback<HTMLElement> | null = useForkRef(field.ref, focus.place)
  useEffect(() => {
    setUploading(source, busy)
    return () => setUploading(source, false)
  }, [source, busy, setUploading])
  const take = async (file: File) => {
    const refusal = await examineFile(file, accept)
    if (refusal) return upload.refuse(refusalText(refusal, accept))
    if (limit !== undefined && file.size > limit) return upload.refuse('validation.picture_bytes')
    onTaken?.(file)
    return upload.start(file)
  }
  const remove = () => {
    upload.remove()
    field.onChange(null)
    focus.want()
  }
  const cancel = () => {
    upload.cancel()
    focus.want()
  }
  return { field, ref, fieldState, isRequired, uploader, upload, busy, take, remove, cancel }
}

/** Uploads a file; the field's value is the descriptor that the backend returns. */
export const UploadInput = ({ source, label, validate, accept, onChosen, children }: Props) => {
  const translate = useTranslate()
  const helpId = useId()
  const { field, ref, fieldState, isRequired, uploader, upload, busy, take, remove, cancel } = useUploadField(
    {
      ...{ source, validate, accept, onChosen },
    },
  )
  const value: FileDescriptor | null | '' = field.value
  return (
    <Box ref={ref} tabIndex={-1} sx={{ mb: 2 }}>
      <FormLabel component="div" error={fieldState.invalid} sx={{ mb: 0.75, fontSize: 14 }}>
        {translate(label)}
        {isRequired && <span aria-hidden> *</span>}
      </FormLabel>
      {value ? (
        (children?.(value, remove) ?? <ChosenFile file={value} onRemove={remove} />)
      ) : busy ? (
        <UploadProgress
          state={upload.state}
          onPause={upload.pause}
          onResume={upload.resume}
          onCancel={cancel}
        />
      ) : (
        <DropZone
          label={translate(label)}
          accept={accept}
          invalid={fieldState.invalid}
          required={isRequired}
          describedBy={helpId}
          onFiles={([file]) => file && void take(file)}
        />
      )}
      <Box id={helpId}>
        {!value && !busy && <UnfinishedOffer uploader={uploader} />}
        {fieldState.error?.message && (
          <FormHelperText error>
            <ValidationError error={fieldState.error.message} />
          </FormHelperText>
        )}
        <Announcement state={upload.state} accept={accept} />
      </Box>
    </Box>
  )
}

/** Uploads the value of a field. The name of the file becomes the record's name, if it has none yet. */
export const FileInput = ({ common, field: { accept, names } }: KindInputProps) => {
  const { getValues, setValue } = useFormContext()
  const name = ({ label }: FileDescriptor) => {
    if (names === undefined || getValues(names)) return
    setValue(names, nameOfFile(label), { shouldDirty: true, shouldValidate: true })
  }
  return (
    <UploadInput
      source={common.source}
      label={common.label}
      validate={common.validate}
      accept={accept}
      onChosen={name}
    />
  )
}
