import Box from '@mui/material/Box'
import Typography from '@mui/material/Typography'
import { RecordContextProvider, RichTextField, useTranslate } from 'react-admin'
import { isEmpty } from '~/model/access'
import type { RichText } from '~/model/fields'
import { languages } from '~/model/languages'
import { allowedTags, isRichText } from '~/model/rich-text'
import type { ViewProps } from '~/src/admin/admin-config'

/** Headings belong to a text inside a record, not to the page. */
const styles = {
  mb: 1.5,
  overflowWrap: 'anywhere',
  '& a': { color: 'primary.main' },
  '& p': { my: 0.5 },
  '& ul, & ol': { my: 0.5, pl: 3 },
  '& :is(h1, h2, h3, h4, h5, h6)': { fontSize: '1.05em', fontWeight: 600, mt: 1, mb: 0.5 },
  '& blockquote': { mx: 0, my: 1, pl: 1.5, borderLeft: 3, borderColor: 'divider' },
}

/** The text of each language, sanitised again on the client. */
export const RichView = ({ value, field }: ViewProps & { value: unknown }) => {
  const translate = useTranslate()
  const texts: RichText = isRichText(value) ? value : {}
  const purifyOptions = {
    ALLOWED_TAGS: [...allowedTags[field.toolbar ?? 'minimal']],
    ALLOWED_ATTR: ['href', 'target', 'rel'],
  }
  return (
    <RecordContextProvider value={{ id: 'texts', ...texts }}>
      {languages
        .filter(lang => !isEmpty(texts[lang]))
        .map(lang => (
          <Box key={lang} lang={lang} sx={styles}>
            <Typography variant="caption" sx={{ color: 'text.secondary' }}>
              {translate(`languages.${lang}`)}
            </Typography>
            <RichTextField source={lang} purifyOptions={purifyOptions} />
          </Box>
        ))}
    </RecordContextProvider>
  )
}
