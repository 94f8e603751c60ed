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

/** What each toolbar lets one make, and nothing that its keys or a paste could make besides. */
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

/** Its other parts are for pictures, colours and alignment, which no toolbar of ours offers. */
const BASE = 'starterKit'

/** The editor of ra-input-rich-text, with the parts that the toolbar offers. */
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

/** react-admin's own buttons hold one for code, which only the full toolbar makes. */
const withoutCode = { '& button[value=code]': { display: 'none' } }

/** The buttons of an editor, by how much it offers. */
export const RichToolbar = ({ toolbar }: { toolbar: Toolbar }) => {
  const translate = useTranslate()
  const more = toolbar !== 'minimal'
  return (
    <Box role="toolbar" aria-label={translate('admin.rich.toolbar')}>
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
