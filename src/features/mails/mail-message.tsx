import CopyIcon from '@mui/icons-material/ContentCopyOutlined'
import type { AlertColor } from '@mui/material/Alert'
import Alert from '@mui/material/Alert'
import Box from '@mui/material/Box'
import IconButton from '@mui/material/IconButton'
import Skeleton from '@mui/material/Skeleton'
import Stack from '@mui/material/Stack'
import Tooltip from '@mui/material/Tooltip'
import Typography from '@mui/material/Typography'
import { type Identifier, useRecordContext, useTranslate } from 'react-admin'
import { useLazyField } from '~/src/admin/use-lazy-field'
import { Section } from '~/src/ui/page'
import { useCopy } from '~/src/ui/use-copy'
import { MailFrame } from './mail-frame'
import { type MailPanelTexts, reasonIn, useMailWords } from './mail-texts'

const CopyButton = ({ text }: { text: string }) => {
  const copy = useCopy()
  const translate = useTranslate()
  return (
    <Tooltip title={translate('admin.copy.do')}>
      <IconButton
        size="small"
        aria-label={translate('admin.copy.of', { name: text })}
        onClick={() => void copy(text)}
      >
        <CopyIcon fontSize="small" />
      </IconButton>
    </Tooltip>
  )
}

type Message = { readonly html: string; readonly text: string }

const isMessage = (value: unknown): value is Message =>
  typeof value === 'object' && value !== null && 'html' in value && 'text' in value

const linksOf = (html: string) => {
  const page = new DOMParser().parseFromString(html, 'text/html')
  return [...new Set([...page.querySelectorAll('a[href]')].map(link => link.getAttribute('href') ?? ''))]
}

const plainText = {
  ...{ m: 0, p: 2, borderRadius: 1.5, bgcolor: 'action.hover', fontSize: 14, fontFamily: 'monospace' },
  ...{ whiteSpace: 'pre-wrap', overflowWrap: 'anywhere' },
} as const

const Links = ({ html }: { html: string }) => (
  <Box component="ul" sx={{ listStyle: 'none', m: 0, p: 0 }}>
    {linksOf(html).map(link => (
      <Stack component="li" key={link} direction="row" sx={{ alignItems: 'center', gap: 1 }}>
        <Box component="code" sx={{ overflowWrap: 'anywhere' }}>
          {link}
        </Box>
        <CopyButton text={link} />
      </Stack>
    ))}
  </Box>
)

const Shown = ({ message, words, lang }: { message: Message; words: MailPanelTexts; lang: string }) => (
  <>
    <Section title={words.links}>
      <Links html={message.html} />
    </Section>
    <Section title={words.shown}>
      <MailFrame html={message.html} title={words.shown} lang={lang} />
      <Typography component="h3" variant="subtitle2" sx={{ mt: 2, mb: 1 }}>
        {words.asText}
      </Typography>
      <Box component="pre" lang={lang} sx={plainText}>
        {message.text}
      </Box>
    </Section>
  </>
)

const severities: Readonly<Record<string, AlertColor>> = { sent: 'success', failed: 'error', kept: 'info' }

const State = ({ words }: { words: MailPanelTexts }) => {
  const record = useRecordContext()
  const said = Object.entries(words.states).find(([status]) => status === record?.status)?.[1]
  const reason = reasonIn(words, record?.reasonCode, record?.reason)
  return (
    <Alert severity={severities[String(record?.status)] ?? (reason ? 'warning' : 'info')} role="status">
      {said} {reason}
    </Alert>
  )
}

const Kept = ({ id, words, lang }: { id: Identifier; words: MailPanelTexts; lang: string }) => {
  const { data } = useLazyField('mails', id, 'message')
  return isMessage(data) ? <Shown message={data} words={words} lang={lang} /> : null
}

/** The status of an e-mail, and its content while that is stored. */
export const MailMessage = () => {
  const record = useRecordContext()
  const words = useMailWords()
  if (!record) return null
  if (!words) return <Skeleton variant="rounded" height={48} sx={{ mt: 2 }} />
  return (
    <Stack sx={{ gap: 2, mt: 2 }}>
      <State words={words} />
      {record.status !== 'sent' && <Kept id={record.id} words={words} lang={String(record.lang)} />}
    </Stack>
  )
}
