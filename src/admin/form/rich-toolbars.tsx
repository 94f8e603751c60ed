import LinkIcon from '@mui/icons-material/InsertLink'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import MenuItem from '@mui/material/MenuItem'
import Popover from '@mui/material/Popover'
import Select from '@mui/material/Select'
import Stack from '@mui/material/Stack'
import TextField from '@mui/material/TextField'
import ToggleButton from '@mui/material/ToggleButton'
import {
  ClearButtons,
  DefaultEditorOptions,
  FormatButtons,
  ListButtons,
  QuoteButtons,
  RichTextInputToolbar,
  useTiptapEditor,
} from 'ra-input-rich-text'
import {
  type KeyboardEvent as ReactKeyboardEvent,
  useEffect,
  useReducer,
  useRef,
  useState,
  useSyncExternalStore,
} from 'react'
import { useTranslate } from 'react-admin'
import type { Toolbar } from '~/model/fields'
import { allowedSchemes } from '~/model/rich-text'
import { isEnter, isShortcut } from '~/src/ui/keys'
import { registerEditor } from './text-insertion'

const levels = [1, 2, 3, 4, 5, 6] as const
const PLAIN = 'paragraph'

type Editor = ReturnType<typeof useTiptapEditor>

const levelAt = (editor: Editor) => levels.find(level => editor.isActive('heading', { level }))

/** Re-renders on every editor transaction: the heading level at the caret may change. */
const useCaret = (editor: Editor | null) => {
  const [, follow] = useReducer((times: number) => times + 1, 0)
  useEffect(() => {
    editor?.on('transaction', follow)
    return () => {
      editor?.off('transaction', follow)
    }
  }, [editor])
}

/** Selects the level of a paragraph. The editor's own select has invalid list markup for screen readers. */
const RichLevelSelect = () => {
  const translate = useTranslate()
  const editor: Editor | null = useTiptapEditor()
  useCaret(editor)
  const change = (chosen: string) => {
    const level = levels.find(each => String(each) === chosen)
    const chain = editor?.chain().focus()
    if (level === undefined) chain?.setNode(PLAIN).run()
    else chain?.setNode('heading', { level }).run()
  }
  return (
    <Select
      size="small"
      value={String((editor && levelAt(editor)) ?? PLAIN)}
      onChange={event => change(event.target.value)}
      disabled={!editor?.isEditable}
      inputProps={{ 'aria-label': translate('ra.tiptap.select_level') }}
      sx={{ height: 30, fontSize: '0.8125rem' }}
    >
      <MenuItem value={PLAIN}>{translate('ra.tiptap.paragraph')}</MenuItem>
      {levels.map(level => (
        <MenuItem key={level} value={String(level)}>
          {translate(`ra.tiptap.heading${level}`)}
        </MenuItem>
      ))}
    </Select>
  )
}

/** A template placeholder that is replaced with an address. */
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
const RichLinkButton = ({ size }: { size: 'small' }) => {
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

const SIZE = 'small'

/** The extensions of each toolbar: keyboard shortcuts and paste cannot produce anything else. */
const parts: Readonly<Record<Toolbar, object>> = {
  minimal: {
    heading: false,
    bulletList: false,
    orderedList: false,
    listItem: false,
    listKeymap: false,
    link: false,
    blockquote: false,
    code: false,
    codeBlock: false,
    horizontalRule: false,
  },
  medium: { blockquote: false, code: false, codeBlock: false, horizontalRule: false },
  full: {},
}

const linkRules = { link: { openOnClick: false, autolink: false, protocols: ['mailto'] } }

/** The starter kit. The other extensions are images, colours and alignment, which no toolbar offers. */
const BASE = 'starterKit'

/** The options of ra-input-rich-text, with the extensions that the toolbar offers. */
const optionsFor = (toolbar: Toolbar) => ({
  extensions: (DefaultEditorOptions.extensions ?? [])
    .filter(({ name }) => name === BASE)
    .map(kit => kit.configure({ ...linkRules, ...parts[toolbar] })),
})

export const editorOptions: Readonly<Record<Toolbar, ReturnType<typeof optionsFor>>> = {
  minimal: optionsFor('minimal'),
  medium: optionsFor('medium'),
  full: optionsFor('full'),
}

/** react-admin's format buttons include one for code, which only the full toolbar supports. */
const withoutCode = { '& button[value=code]': { display: 'none' } }

/** Large enough for a finger; the buttons of ra-input-rich-text are as small as their icons. */
const targets = { '& button': { minWidth: 32, minHeight: 32 } }

/** The toolbar of an editor, by toolbar level. */
export const RichToolbar = ({ toolbar }: { toolbar: Toolbar }) => {
  const translate = useTranslate()
  const editor: Editor | null = useTiptapEditor()
  useEffect(() => {
    if (editor) registerEditor(editor.view.dom, text => editor.chain().focus().insertContent(text).run())
  }, [editor])
  const more = toolbar !== 'minimal'
  return (
    <Box role="toolbar" aria-label={translate('admin.rich.toolbar')} sx={targets}>
      <RichTextInputToolbar size={SIZE}>
        {more && <RichLevelSelect />}
        <FormatButtons size={SIZE} sx={toolbar === 'full' ? {} : withoutCode} />
        {more && <ListButtons size={SIZE} />}
        {more && <RichLinkButton size={SIZE} />}
        {toolbar === 'full' && <QuoteButtons size={SIZE} />}
        <ClearButtons size={SIZE} />
      </RichTextInputToolbar>
    </Box>
  )
}
