import UploadIcon from '@mui/icons-material/DriveFolderUploadOutlined'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import { type ComponentType, useEffect, useRef, useState } from 'react'
import { useTranslate } from 'react-admin'
import type { ActionProps } from '~/src/ui/icon-action'
import { droppedFiles } from '~/src/upload/dropped-files'
import { givenFiles, type UploadKind } from './given-files'

const overlay = {
  position: 'fixed',
  inset: 0,
  zIndex: 'modal',
  display: 'grid',
  placeItems: 'center',
  pointerEvents: 'none',
  border: '3px dashed',
  borderColor: 'primary.main',
  bgcolor: 'action.focus',
} as const

const hasFiles = ({ dataTransfer }: DragEvent) => dataTransfer?.types.includes('Files') ?? false

/**
 * Files of a folder that become records: on a camera's card only the recordings, without the camera's small copies of
 * them.
 */
const meant: Readonly<Record<UploadKind, (name: string) => boolean>> = {
  medias: () => true,
  videos: name => /\.(mp4|insv)$/i.test(name) && !/^LRV_/i.test(name),
}

/** Accepts files anywhere on the page; true while some are held over it. */
const usePageDrop = (kind: UploadKind, onFiles: (files: readonly File[]) => void) => {
  const [over, setOver] = useState(false)
  const take = useRef(onFiles)
  take.current = onFiles
  useEffect(() => {
    const ending = new AbortController()
    const { signal } = ending
    const hold = (event: DragEvent) => {
      if (!hasFiles(event)) return
      event.preventDefault()
      setOver(true)
    }
    const drop = (event: DragEvent) => {
      setOver(false)
      if (!hasFiles(event) || event.defaultPrevented) return
      event.preventDefault()
      if (event.dataTransfer)
        void droppedFiles(event.dataTransfer, meant[kind]).then(files => take.current(files))
    }
    addEventListener('dragover', hold, { signal })
    addEventListener('drop', drop, { signal })
    addEventListener('dragleave', event => event.relatedTarget === null && setOver(false), { signal })
    return () => ending.abort()
  }, [kind])
  return over
}

type Props = { readonly kind: UploadKind }

const give = (kind: UploadKind, files: readonly File[]) => {
  if (files.length > 0) givenFiles.give({ kind, files })
}

type ChooseProps = Props & {
  /** Absent: to upload files. */
  readonly label?: string
  readonly help?: string
  readonly Button: ComponentType<ActionProps>
}

/** Uploads several files, chosen together. */
export const ChooseSeveral = ({ kind, label, help, Button: Choose }: ChooseProps) => {
  const translate = useTranslate()
  const input = useRef<HTMLInputElement>(null)
  return (
    <>
      <Choose
        label={label ?? translate('uploads.several')}
        icon={<UploadIcon fontSize="small" />}
        onClick={() => input.current?.click()}
        {...(help !== undefined && { help })}
      />
      <input
        ref={input}
        type="file"
        multiple
        hidden
        data-uploads={kind}
        onChange={({ currentTarget }) => {
          give(kind, [...(currentTarget.files ?? [])])
          // Allows choosing the same files again.
          currentTarget.value = ''
        }}
      />
    </>
  )
}

/** Uploads the files that are dropped on the page of a list. */
export const DropSeveral = ({ kind }: Props) => {
  const translate = useTranslate()
  const over = usePageDrop(kind, files => give(kind, files))
  return (
    over && (
      <Box sx={overlay}>
        <Box sx={{ px: 3, py: 2, borderRadius: 1, bgcolor: 'background.paper', boxShadow: 4 }}>
          {translate('uploads.drop')}
        </Box>
      </Box>
    )
  )
}

const Outlined = ({ label, icon, onClick }: ActionProps) => (
  <Button variant="outlined" startIcon={icon} onClick={onClick}>
    {label}
  </Button>
)

/** Uploads several files to a list, chosen together or dropped on its page. */
export const UploadSeveral = ({ kind }: Props) => (
  <>
    <ChooseSeveral kind={kind} Button={Outlined} />
    <DropSeveral kind={kind} />
  </>
)
