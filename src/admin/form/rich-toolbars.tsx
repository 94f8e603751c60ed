import Box from '@mui/material/Box'
import {
  ClearButtons,
  DefaultEditorOptions,
  FormatButtons,
  ListButtons,
  QuoteButtons,
  RichTextInputToolbar,
} from 'ra-input-rich-text'
import { useTranslate } from 'react-admin'
import type { Toolbar } from '~/model/fields'
import { RichLevelSelect } from './rich-level-select'
import { RichLinkButton } from './rich-link-button'

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
