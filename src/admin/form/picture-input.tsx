import PictureIcon from '@mui/icons-material/AddPhotoAlternateOutlined'
import CloseIcon from '@mui/icons-material/Close'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import FormHelperText from '@mui/material/FormHelperText'
import FormLabel from '@mui/material/FormLabel'
import LinearProgress from '@mui/material/LinearProgress'
import Stack from '@mui/material/Stack'
import { useEffect, useId, useState } from 'react'
import { useRecordContext, useTranslate, ValidationError, type Validator } from 'react-admin'
import { useWatch } from 'react-hook-form'
import { labelOf } from '~/model/access'
import type { Resource } from '~/model/define'
import { pictureBytes, pictureTypes } from '~/model/pictures'
import type { KindInputProps } from '~/src/admin/admin-config'
import { Avatar, isAddress } from '~/src/ui/avatar'
import { FileButton, useDrop } from '~/src/upload/drop-zone'
import { Announcement, useUploadField } from './upload-input'

type Props = {
  readonly source: string
  readonly label: string
  readonly validate?: Validator[]
  readonly resource: Resource
}

/** The address of a chosen file in this browser, until another one is chosen or the form is left. */
const usePreview = () => {
  const [address, setAddress] = useState<string>()
  useEffect(() => () => URL.revokeObjectURL(address ?? ''), [address])
  return { address, show: (file: File | undefined) => setAddress(file && URL.createObjectURL(file)) }
}

const frame = (active: boolean, invalid: boolean) => ({
  alignItems: 'center',
  gap: 2,
  p: 1.5,
  borderRadius: 1,
  border: '1.5px dashed',
  borderColor: invalid ? 'error.main' : active ? 'primary.main' : 'divider',
  bgcolor: active ? 'action.hover' : undefined,
})

/** Width and height in pixels of the preview. */
const PREVIEW = 72

/** Where neither a picture nor a name is known yet. */
const unknown = {
  ...{ display: 'grid', placeItems: 'center', flexShrink: 0, width: PREVIEW, height: PREVIEW },
  ...{ bgcolor: 'action.hover', color: 'text.secondary' },
} as const

/** The preview of the square, or the initials that the typed name has. */
const Preview = ({ resource, address }: Pick<Props, 'resource'> & { readonly address: unknown }) => {
  const record = useRecordContext()
  const typed = useWatch()
  const shape = resource.picture?.shape
  const name = labelOf(resource, { ...record, ...typed })
  if (!name.trim() && !isAddress(address))
    return (
      <Box aria-hidden sx={{ ...unknown, borderRadius: shape === 'square' ? 2 : '50%' }}>
        <PictureIcon />
      </Box>
    )
  return (
    <Avatar
      uid={String(record?.id ?? '')}
      name={name}
      address={address}
      {...(shape && { shape })}
      size={PREVIEW}
    />
  )
}

/**
 * Chooses, replaces or removes the picture of a user or the logo of a company: the field's value is its address as it was
 * read, or the descriptor of an upload. The server cuts the square that the preview shows.
 */
export const PictureInput = ({ source, label, validate, resource }: Props) => {
  const translate = useTranslate()
  const helpId = useId()
  const preview = usePreview()
  const { field, ref, fieldState, upload, busy, take, remove, cancel } = useUploadField({
    ...{ source, accept: pictureTypes, limit: pictureBytes, onTaken: preview.show },
    ...(validate && { validate }),
  })
  const { active, handlers } = useDrop(([file]) => file && void take(file))
  const value: unknown = field.value
  const name = translate(label)
  const chosen = value && preview.address
  const clear = () => {
    if (busy) cancel()
    else remove()
    preview.show(undefined)
  }
  return (
    <Box ref={ref} tabIndex={-1} sx={{ mb: 2 }}>
      <FormLabel component="div" error={fieldState.invalid} sx={{ mb: 0.75, fontSize: 14 }}>
        {name}
      </FormLabel>
      <Stack {...handlers} direction="row" sx={frame(active, fieldState.invalid)}>
        <Preview resource={resource} address={busy ? preview.address : isAddress(value) ? value : chosen} />
        <Box sx={{ minWidth: 0, flexGrow: 1 }}>
          <Stack direction="row" useFlexGap sx={{ gap: 1, flexWrap: 'wrap' }}>
            <FileButton
              label={name}
              text={value ? 'admin.picture.replace' : 'admin.picture.choose'}
              accept={pictureTypes}
              invalid={fieldState.invalid}
              describedBy={helpId}
              onFiles={([file]) => file && void take(file)}
            />
            {(value || busy) && (
              <Button size="small" color="inherit" startIcon={<CloseIcon />} onClick={clear}>
                {translate(busy ? 'admin.upload.cancel' : 'admin.picture.remove')}
              </Button>
            )}
          </Stack>
          <FormHelperText sx={{ mx: 0 }}>{translate('admin.picture.help')}</FormHelperText>
          {busy && (
            <LinearProgress aria-label={translate('admin.upload.progress', { name: upload.state.name })} />
          )}
        </Box>
      </Stack>
      <Box id={helpId}>
        {fieldState.error?.message && (
          <FormHelperText error>
            <ValidationError error={fieldState.error.message} />
          </FormHelperText>
        )}
        <Announcement state={upload.state} accept={pictureTypes} />
      </Box>
    </Box>
  )
}

/** The input of a field of the kind `picture`. */
export const PictureKindInput = ({ common: { source, label, validate }, resource }: KindInputProps) => (
  <PictureInput source={source} label={label} validate={validate} resource={resource} />
)
