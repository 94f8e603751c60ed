import MenuItem from '@mui/material/MenuItem'
import Select from '@mui/material/Select'
import { useTiptapEditor } from 'ra-input-rich-text'
import { useEffect, useReducer } from 'react'
import { useTranslate } from 'react-admin'

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
export const RichLevelSelect = () => {
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
