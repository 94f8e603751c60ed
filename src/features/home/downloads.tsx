import DownloadIcon from '@mui/icons-material/FileDownloadOutlined'
import Box from '@mui/material/Box'
import Link from '@mui/material/Link'
import Stack from '@mui/material/Stack'
import { type RaRecord, RecordContextProvider, RichTextField, useGetList, useTranslate } from 'react-admin'
import { isEmpty } from '~/model/access'
import type { Language } from '~/model/languages'
import { allowedTags } from '~/model/rich-text'
import { useDownload } from '~/src/admin/actions/use-download'
import { Section } from '~/src/ui/page'

const purifyOptions = { ALLOWED_TAGS: [...allowedTags.full], ALLOWED_ATTR: ['href', 'target', 'rel'] }

/** Headings inside the notes must be less prominent than those of the page. */
const notes = {
  color: 'text.secondary',
  mt: 0.5,
  overflowWrap: 'anywhere',
  '& p': { my: 0.5 },
  '& ul, & ol': { my: 0.5, pl: 3 },
  '& :is(h1, h2, h3, h4, h5, h6)': { fontSize: '1em', fontWeight: 600, my: 0.5 },
}

/** Page size, above the length of any list of downloads. */
const MOST = 50

const Download = ({ record, lang }: { record: RaRecord; lang: Language }) => {
  const open = useDownload('downloads', 'file')
  return (
    <Box component="li">
      <Link component="button" type="button" onClick={open} sx={{ fontWeight: 600, textAlign: 'left' }}>
        <DownloadIcon fontSize="small" sx={{ verticalAlign: 'text-bottom', mr: 0.75 }} />
        {record.name}
        {record.version && ` v${record.version}`}
      </Link>
      {!isEmpty(record.notes?.[lang]) && (
        <Box sx={notes}>
          <RichTextField source={`notes.${lang}`} purifyOptions={purifyOptions} />
        </Box>
      )}
    </Box>
  )
}

/** The downloads in the user's language (specification §2); renders nothing if there are none. */
export const Downloads = ({ lang }: { lang: Language }) => {
  const translate = useTranslate()
  const { data = [] } = useGetList(
    'downloads',
    {
      pagination: { page: 1, perPage: MOST },
      sort: { field: 'createdAt', order: 'DESC' },
      filter: { lang, accessible: true, status: 'active' },
    },
    { onError: () => undefined },
  )
  if (data.length === 0) return null
  return (
    <Box sx={{ mt: 3 }}>
      <Section title={translate('resources.downloads.name', { smart_count: 2 })}>
        <Stack component="ul" sx={{ gap: 2, listStyle: 'none', p: 0, m: 0 }}>
          {data.map(record => (
            <RecordContextProvider key={record.id} value={record}>
              <Download record={record} lang={lang} />
            </RecordContextProvider>
          ))}
        </Stack>
      </Section>
    </Box>
  )
}
