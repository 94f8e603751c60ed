import CloudUploadIcon from '@mui/icons-material/CloudUploadOutlined'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Typography from '@mui/material/Typography'
import { type DragEvent, useId, useState } from 'react'
import { useTranslate } from 'react-admin'
import { offeredTypes } from './accepts'
import { droppedFiles } from './dropped-files'

type Props = {
  readonly label: string
  readonly accept?: readonly string[]
  readonly invalid: boolean
  readonly required?: boolean
  readonly describedBy: string
  /** Several files may be dropped or chosen at once. */
  readonly multiple?: boolean
  readonly text?: string
  readonly onFiles: (files: readonly File[]) => void
}

const styles = (active: boolean, invalid: boolean) => ({
  display: 'grid',
  justifyItems: 'center',
  gap: 1,
  p: 3,
  borderRadius: 1,
  border: '1.5px dashed',
  borderColor: invalid ? 'error.main' : active ? 'primary.main' : 'action.disabled',
  bgcolor: active ? 'action.hover' : undefined,
  transition: 'border-color 120ms, background-color 120ms',
})

/** The input takes the focus and the click; its label only looks like a button. */
const looksPressed = { component: 'label', role: undefined, tabIndex: -1 } as const

const focusRing = { '&:focus-within': { outline: '2px solid', outlineOffset: 2 } } as const

const useDrop = (onFiles: Props['onFiles']) => {
  const [active, setActive] = useState(false)
  const over = (event: DragEvent) => {
    event.preventDefault()
    setActive(true)
  }
  const drop = (event: DragEvent) => {
    event.preventDefault()
    setActive(false)
    void droppedFiles(event.dataTransfer).then(files => files.length > 0 && onFiles(files))
  }
  return { active, handlers: { onDragOver: over, onDragLeave: () => setActive(false), onDrop: drop } }
}

/** Accepts files, dropped or chosen. */
export const DropZone = (props: Props) => {
  const {
    label,
    accept,
    invalid,
    required,
    describedBy,
    multiple = false,
    text = 'admin.upload.drop',
    onFiles,
  } = props
  const translate = useTranslate()
  const id = useId()
  const { active, handlers } = useDrop(onFiles)
  return (
    <Box {...handlers} sx={styles(active, invalid)}>
      <CloudUploadIcon aria-hidden sx={{ fontSize: 36, color: 'text.disabled' }} />
      <Typography variant="body2" sx={{ color: 'text.secondary' }}>
        {translate(text)}
      </Typography>
      <Button {...looksPressed} variant="outlined" size="small" sx={focusRing}>
        {translate('admin.upload.choose')}
        <Box
          component="input"
          type="file"
          id={id}
          aria-label={label}
          aria-describedby={describedBy}
          aria-invalid={invalid}
          aria-required={required}
          accept={offeredTypes(accept)}
          multiple={multiple}
          sx={{ position: 'absolute', opacity: 0, width: '1px', height: '1px', cursor: 'pointer' }}
          onChange={event => {
            const input = event.currentTarget
            if (input.files?.length) onFiles([...input.files])
            // Allows choosing the same file again.
            input.value = ''
          }}
        />
      </Button>
    </Box>
  )
}
