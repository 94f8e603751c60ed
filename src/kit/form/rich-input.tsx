import Box from '@mui/material/Box'
import Tab from '@mui/material/Tab'
import Tabs from '@mui/material/Tabs'
import Typography from '@mui/material/Typography'
import {
  ClearButtons,
  FormatButtons,
  LevelSelect,
  LinkButtons,
  ListButtons,
  QuoteButtons,
  RichTextInput,
  RichTextInputToolbar,
} from 'ra-input-rich-text'
import { type ReactElement, useState } from 'react'
import { useTranslate } from 'react-admin'
import { useWatch } from 'react-hook-form'
import { isEmpty } from '~/model/access'
import type { Toolbar } from '~/model/fields'
import { languages } from '~/model/roles'

const toolbars: Readonly<Record<Toolbar, ReactElement>> = {
  minimal: (
    <RichTextInputToolbar size="small">
      <FormatButtons size="small" />
      <ClearButtons size="small" />
    </RichTextInputToolbar>
  ),
  medium: (
    <RichTextInputToolbar size="small">
      <LevelSelect size="small" />
      <FormatButtons size="small" />
      <ListButtons size="small" />
      <LinkButtons size="small" />
      <ClearButtons size="small" />
    </RichTextInputToolbar>
  ),
  full: (
    <RichTextInputToolbar size="small">
      <LevelSelect size="small" />
      <FormatButtons size="small" />
      <ListButtons size="small" />
      <LinkButtons size="small" />
      <QuoteButtons size="small" />
      <ClearButtons size="small" />
    </RichTextInputToolbar>
  ),
}

type Props = { readonly source: string; readonly label: string; readonly toolbar: Toolbar }

/** Marks the languages that have a text. */
const Dot = ({ filled }: { filled: boolean }) => (
  <Box
    component="span"
    aria-hidden
    sx={{ width: 6, height: 6, borderRadius: 3, ml: 1, bgcolor: filled ? 'success.main' : 'divider' }}
  />
)

/** Text with markup, one pane per language (specification §2). */
export const RichInput = ({ source, label, toolbar }: Props) => {
  const translate = useTranslate()
  const [lang, setLang] = useState<string>(languages[0])
  const texts = useWatch({ name: source }) as Readonly<Record<string, unknown>> | null | undefined
  const name = translate(label)
  return (
    <Box role="group" aria-label={name} sx={{ mb: 2 }}>
      <Typography variant="body2" sx={{ color: 'text.secondary' }}>
        {name}
      </Typography>
      <Tabs
        value={lang}
        onChange={(_, next: string) => setLang(next)}
        aria-label={name}
        sx={{ minHeight: 40 }}
      >
        {languages.map(each => (
          <Tab
            key={each}
            value={each}
            sx={{ minHeight: 40 }}
            iconPosition="end"
            icon={<Dot filled={!isEmpty(texts?.[each])} />}
            label={translate(`languages.${each}`)}
          />
        ))}
      </Tabs>
      {languages.map(each => (
        <Box key={each} hidden={each !== lang} sx={{ mt: 1 }}>
          <RichTextInput
            source={`${source}.${each}`}
            label={`${name} (${translate(`languages.${each}`)})`}
            toolbar={toolbars[toolbar]}
            helperText={false}
            fullWidth
          />
        </Box>
      ))}
    </Box>
  )
}
