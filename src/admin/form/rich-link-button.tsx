import LinkIcon from '@mui/icons-material/InsertLink'
import Button from '@mui/material/Button'
import Popover from '@mui/material/Popover'
import Stack from '@mui/material/Stack'
import TextField from '@mui/material/TextField'
import ToggleButton from '@mui/material/ToggleButton'
import { useTiptapEditor } from 'ra-input-rich-text'
import {
  type KeyboardEvent as ReactKeyboardEvent,
  useEffect,
  useRef,
  useState,
  useSyncExternalStore,
} from 'react'
import { useTranslate } from 'react-admin'
import { allowedSchemes } from '~/model/rich-text'
import { isEnter, isShortcut } from '~/src/ui/shortcut'

/** A template placeholder, which stands for an address. */
const placeholder = /^\{\{\w+\}\}$/

/** Adds `https://` to an address without a scheme. @returns undefined if a text may not hold it */
const addressOf = (typed: string): string | undefined => {
  const text = typed.trim()
  if (placeholder.test(text)) return text
  const address = /^[a-z][a-z0-9+.-]*:/i.test(text) ? text : `https://${text}`
  try {
    const { protocol } = new URL(address)
    return allowedSchemes.some(scheme => `${scheme}:` === protocol) ? address : undefined
  } catch {
    return undefined
  }
}

type EntryProps = {
  readonly present: string
  readonly onSet: (address: string) => void
  readonly onRemove: () => void
}

const Entry = ({ present, onSet, onRemove }: EntryProps) => {
  const translate = useTranslate()
  const [typed, setTyped] = useState(present)
  const [wrong, setWrong] = useState(false)
  const take = () => {
    const address = addressOf(typed)
    if (typed.trim() !== '' && address) onSet(address)
    else setWrong(true)
  }
  const press = (event: ReactKeyboardEvent) => {
    if (!isEnter(event.nativeEvent)) return
    // Do not submit the surrounding form.
    event.preventDefault()
    take()
  }
  return (
    <Stack sx={{ p: 2, gap: 1, width: 320 }}>
      <TextField
        autoFocus
        size="small"
        label={translate('admin.rich.address')}
        value={typed}
        onChange={event => setTyped(event.target.value)}
        onKeyDown={press}
        error={wrong}
        helperText={translate(wrong ? 'admin.rich.addressWrong' : 'admin.rich.addressHelp')}
      />
      <Stack direction="row" sx={{ gap: 1 }}>
        <Button variant="contained" size="small" onClick={take}>
          {translate('admin.rich.setLink')}
        </Button>
        {present && (
          <Button size="small" color="inherit" onClick={onRemove}>
            {translate('admin.rich.removeLink')}
          </Button>
        )}
      </Stack>
    </Stack>
  )
}

/** The address of the link at the cursor, updated as the cursor moves. */
const usePresent = (editor: ReturnType<typeof useTiptapEditor>): string => {
  const follow = (changed: () => void) => {
    editor?.on('transaction', changed)
    return () => void editor?.off('transaction', changed)
  }
  return useSyncExternalStore(follow, () => String(editor?.getAttributes('link').href ?? ''))
}

/** Ctrl K in the text, as in other editors: there it is not the shortcut of the command palette. */
const useLinkKey = (editor: ReturnType<typeof useTiptapEditor>, open: () => void) => {
  const latest = useRef(open)
  latest.current = open
  useEffect(() => {
    if (!editor) return
    const press = (event: KeyboardEvent) => {
      if (!isShortcut(event, 'k', true)) return
      event.preventDefault()
      latest.current()
    }
    const text = editor.view.dom
    text.addEventListener('keydown', press)
    return () => text.removeEventListener('keydown', press)
  }, [editor])
}

/** Makes the selection a link. react-admin's own button uses the browser's prompt: no validation, no undo. */
export const RichLinkButton = ({ size }: { size: 'small' }) => {
  const label = useTranslate()('ra.tiptap.link')
  const editor = useTiptapEditor()
  const present = usePresent(editor)
  const [place, setPlace] = useState<HTMLElement | null>(null)
  const chain = () => editor?.chain().focus().extendMarkRange('link')
  const close = () => setPlace(null)
  const button = useRef<HTMLButtonElement>(null)
  useLinkKey(editor, () => editor?.isEditable && setPlace(button.current))
  const set = (href: string) => {
    const mark = { type: 'link', attrs: { href } }
    // Without a selection, the address is also the link text.
    if (editor?.state.selection.empty && !present)
      editor
        .chain()
        .focus()
        .insertContent({ type: 'text', text: href, marks: [mark] })
        .run()
    else chain()?.setMark('link', { href }).run()
    close()
  }
  const remove = () => {
    chain()?.unsetMark('link').run()
    close()
  }
  return (
    <>
      <ToggleButton
        ref={button}
        size={size}
        value="link"
        aria-label={label}
        aria-keyshortcuts="Control+K Meta+K"
        title={`${label} (Ctrl K)`}
        selected={present !== ''}
        disabled={!editor?.isEditable}
        onClick={event => setPlace(event.currentTarget)}
      >
        <LinkIcon fontSize="inherit" />
      </ToggleButton>
      <Popover
        open={place !== null}
        anchorEl={place}
        onClose={close}
        anchorOrigin={{ vertical: 'bottom', horizontal: 'left' }}
      >
        <Entry present={present} onSet={set} onRemove={remove} />
      </Popover>
    </>
  )
}
