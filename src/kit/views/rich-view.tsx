import Box from '@mui/material/Box'
import Typography from '@mui/material/Typography'
import { RecordContextProvider, RichTextField, useTranslate } from 'react-admin'
import { isEmpty } from '~/model/access'
import type { RichText } from '~/model/fields'
import { allowedTags } from '~/model/rich-text'
import { languages } from '~/model/roles'
import type { ValueProps } from './view-of'

/** Each language's text, sanitised again on this side. */
export const RichView = ({ value, field }: ValueProps) => {
  const translate = useTranslate()
  const texts = value as RichText
  const purifyOptions = {
    ALLOWED_TAGS: [...allowedTags[field.toolbar ?? 'minimal']],
    ALLOWED_ATTR: ['href', 'target', 'rel'],
  }
  return (
    <RecordContextProvider value={{ id: 'texts', ...texts }}>
      {languages
        .filter(lang => !isEmpty(texts[lang]))
        .map(lang => (
          <Box key={lang} lang={lang} sx={{ mb: 1.5, '& p': { my: 0.5 } }}>
            <Typography variant="caption" sx={{ color: 'text.secondary' }}>
              {translate(`languages.${lang}`)}
            </Typography>
            <RichTextField source={lang} purifyOptions={purifyOptions} />
          </Box>
        ))}
    </RecordContextProvider>
  )
}
