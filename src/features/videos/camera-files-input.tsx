import Alert from '@mui/material/Alert'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import FormHelperText from '@mui/material/FormHelperText'
import FormLabel from '@mui/material/FormLabel'
import Stack from '@mui/material/Stack'
import { useId } from 'react'
import { useTranslate, ValidationError } from 'react-admin'
import { isFile } from '~/model/fields'
import type { InputProps } from '~/src/admin/admin-config'
import { validatorsFor } from '~/src/admin/form/validators'
import { labelKey } from '~/src/admin/labels'
import { ChosenFile } from '~/src/upload/chosen-file'
import { DropZone } from '~/src/upload/drop-zone'
import { UploadProgress } from '~/src/upload/upload-progress'
import { type Lens, useCameraFiles } from './use-camera-files'

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

/** Accepts the two files of a camera at once, in either order, or the one that holds both lenses. */
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
