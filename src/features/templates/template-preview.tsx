import SendIcon from '@mui/icons-material/SendOutlined'
import type { AlertColor } from '@mui/material/Alert'
import Alert from '@mui/material/Alert'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Chip from '@mui/material/Chip'
import Link from '@mui/material/Link'
import MenuItem from '@mui/material/MenuItem'
import Skeleton from '@mui/material/Skeleton'
import Stack from '@mui/material/Stack'
import TextField from '@mui/material/TextField'
import Tooltip from '@mui/material/Tooltip'
import Typography from '@mui/material/Typography'
import { useMutation } from '@tanstack/react-query'
import { useDeferredValue, useState } from 'react'
import { LinkBase, useDataProvider, useTranslate } from 'react-admin'
import { useFormContext, useWatch } from 'react-hook-form'
import type { RichText } from '~/model/fields'
import { type Language, languages } from '~/model/languages'
import { compose, saidIn } from '~/model/mail/mail-message'
import {
  checkPlaceholders,
  type PlaceholderProblem,
  type TemplateAction,
  templateActions,
  templateOf,
} from '~/model/mail/mail-templates'
import { isRichText } from '~/model/rich-text'
import { pathTo } from '~/src/admin/paths'
import type { PanelDataProvider } from '~/src/api/contract/panel-data-provider'
import type { TestResult } from '~/src/api/contract/service-calls'
import { MailFrame } from '~/src/features/mails/mail-frame'
import {
  fill,
  type MailPanelTexts,
  type MailTexts,
  reasonIn,
  useBuiltIns,
  useMailWords,
} from '~/src/features/mails/mail-texts'
import { useFailureText } from '~/src/ui/failure-text'
import { Section } from '~/src/ui/page-heading'
import { useCopy } from '~/src/ui/use-copy'

/** A template in the format of its form. */
type Draft = {
  readonly action: TemplateAction | undefined
  readonly subject: RichText | null
  readonly content: RichText | null
}

/** The form's template, deferred so that typing stays responsive. */
const useDraft = (): Draft => {
  const values: unknown[] = useDeferredValue(useWatch({ name: ['action', 'subject', 'content'] }))
  const [action, subject, content] = values
  return {
    action: templateActions.find(each => each === action),
    subject: isRichText(subject) ? subject : null,
    content: isRichText(content) ? content : null,
  }
}

type LanguagePreviewProps = {
  readonly draft: Draft & { readonly action: TemplateAction }
  readonly lang: Language
  readonly builtIn: MailTexts
  readonly words: MailPanelTexts
  readonly problems: readonly PlaceholderProblem[]
}

const wrong = (words: MailPanelTexts, { field, code, names }: PlaceholderProblem) =>
  fill(words.problems[code], {
    field: words[field],
    names: names.map(name => (code === 'broken_placeholder' ? name : `{{${name}}}`)).join(', '),
  })

/** Names the parts that come from the built-in text because the template leaves them empty. */
const silence = ({ subject, content }: Draft, lang: Language, words: MailPanelTexts) => {
  if (!saidIn(content, lang)) return words.builtIn
  return saidIn(subject, lang) ? undefined : words.builtInSubject
}

/** The e-mail in one language as it will be sent, with its problems. */
const LanguagePreview = ({ draft, lang, builtIn, words, problems }: LanguagePreviewProps) => {
  const language = useTranslate()(`languages.${lang}`)
  const { subject, html } = compose(draft.action, lang, draft, builtIn, builtIn.samples)
  const silent = silence(draft, lang, words)
  return (
    <Box component="section" aria-label={language} sx={{ minWidth: 0 }}>
      <Stack direction="row" sx={{ gap: 1, alignItems: 'center', mb: 1, minHeight: 32 }}>
        <Typography component="h3" variant="subtitle1">
          {language}
        </Typography>
        {silent && <Chip size="small" variant="outlined" label={silent} />}
      </Stack>
      <Stack role="status" sx={{ gap: 1, mb: problems.length > 0 ? 1 : 0 }}>
        {problems.map(problem => (
          <Alert
            key={`${problem.field} ${problem.code}`}
            severity="warning"
            sx={{ overflowWrap: 'anywhere' }}
          >
            {wrong(words, problem)}
          </Alert>
        ))}
      </Stack>
      <Typography variant="body2" sx={{ color: 'text.secondary' }}>
        {words.subject}
      </Typography>
      <Typography lang={lang} sx={{ fontWeight: 600, mb: 1, overflowWrap: 'anywhere' }}>
        {subject}
      </Typography>
      <MailFrame html={html} title={fill(words.message, { language })} lang={lang} />
    </Box>
  )
}

type PlaceholderListProps = { readonly action: TemplateAction; readonly words: MailPanelTexts }

/** The placeholders of this e-mail; a click copies one. */
const PlaceholderList = ({ action, words }: PlaceholderListProps) => {
  const copy = useCopy()
  const translate = useTranslate()
  return (
    <>
      <Typography sx={{ color: 'text.secondary', mb: 1.5 }}>{words.placeholdersText}</Typography>
      <Box component="ul" sx={{ display: 'flex', flexWrap: 'wrap', gap: 1, listStyle: 'none', m: 0, p: 0 }}>
        {templateOf(action).placeholders.map(name => {
          const token = `{{${name}}}`
          const needed = templateOf(action).required.includes(name)
          return (
            <li key={name}>
              <Tooltip title={words.names[name]}>
                <Chip
                  variant="outlined"
                  color={needed ? 'primary' : 'default'}
                  label={needed ? `${token} (${words.required})` : token}
                  aria-label={`${translate('admin.copy.of', { name: token })}: ${words.names[name]}`}
                  onClick={() => void copy(token)}
                />
              </Tooltip>
            </li>
          )
        })}
      </Box>
    </>
  )
}

type Sent = TestResult & { readonly lang: Language }

const severities: Readonly<Record<TestResult['mail'], AlertColor>> = {
  sent: 'success',
  outbox: 'info',
  waiting: 'warning',
  failed: 'error',
}

const Result = ({ sent, words }: { sent: Sent; words: MailPanelTexts }) => {
  const language = useTranslate()(`languages.${sent.lang}`)
  const reason = reasonIn(words, sent.reasonCode, sent.reason)
  return (
    <Alert severity={severities[sent.mail]}>
      {fill(words.results[sent.mail], { language, reason })}{' '}
      {sent.mail !== 'sent' && (
        <Link component={LinkBase} to={pathTo('mails', 'show', sent.uid) ?? '/'} target="_blank">
          {words.inOutbox}
        </Link>
      )}
    </Alert>
  )
}

const useTest = () => {
  const provider = useDataProvider<PanelDataProvider>()
  const { getValues } = useFormContext()
  const [chosen, choose] = useState<Language | 'all'>('all')
  const { mutate, data, error, isPending } = useMutation({
    mutationFn: async (): Promise<Sent[]> => {
      const { action, subject, content } = getValues()
      const results: Sent[] = []
      for (const lang of languages)
        if (chosen === 'all' || chosen === lang)
          results.push({ ...(await provider.sendTestMail({ action, subject, content, lang })), lang })
      return results
    },
  })
  return { chosen, choose, send: () => mutate(), sent: data ?? [], error, isPending }
}

/** Sends the e-mail to the signed-in user, with the current content of the form. */
const TestSend = ({ words }: { words: MailPanelTexts }) => {
  const translate = useTranslate()
  const textOf = useFailureText()
  const { chosen, choose, send, sent, error, isPending } = useTest()
  return (
    <>
      <Typography sx={{ color: 'text.secondary', mb: 1.5 }}>{words.testText}</Typography>
      <Stack direction="row" useFlexGap sx={{ gap: 1.5, flexWrap: 'wrap', alignItems: 'center' }}>
        <TextField
          select
          size="small"
          label={words.testLang}
          value={chosen}
          onChange={event => choose(languages.find(lang => lang === event.target.value) ?? 'all')}
          sx={{ width: 200, maxWidth: 1 }}
        >
          <MenuItem value="all">{words.allLanguages}</MenuItem>
          {languages.map(lang => (
            <MenuItem key={lang} value={lang}>
              {translate(`languages.${lang}`)}
            </MenuItem>
          ))}
        </TextField>
        <Button variant="outlined" startIcon={<SendIcon />} loading={isPending} onClick={send}>
          {words.send}
        </Button>
      </Stack>
      <Stack role="status" sx={{ gap: 1, mt: sent.length > 0 || error ? 2 : 0 }}>
        {error && !isPending && <Alert severity="error">{textOf(error).text}</Alert>}
        {!error && !isPending && sent.map(each => <Result key={each.uid} sent={each} words={words} />)}
      </Stack>
    </>
  )
}

const columns = { xs: 'minmax(0, 1fr)', lg: 'repeat(3, minmax(0, 1fr))' }

const Previews = ({ words }: { words: MailPanelTexts }) => {
  const draft = useDraft()
  const builtIns = useBuiltIns()
  const { action } = draft
  if (!action) return <Typography sx={{ color: 'text.secondary' }}>{words.noAction}</Typography>
  if (!builtIns) return <Skeleton variant="rounded" height={440} />
  const problems = checkPlaceholders(action, draft.subject, draft.content)
  return (
    <>
      <Typography sx={{ color: 'text.secondary', mb: 2 }}>{words.previewText}</Typography>
      <Box sx={{ display: 'grid', gap: 3, gridTemplateColumns: columns }}>
        {builtIns.map(([lang, builtIn]) => (
          <LanguagePreview
            key={lang}
            draft={{ ...draft, action }}
            lang={lang}
            builtIn={builtIn}
            words={words}
            problems={problems.filter(problem => problem.lang === lang)}
          />
        ))}
      </Box>
    </>
  )
}

const Placeholders = ({ words }: { words: MailPanelTexts }) => {
  const { action } = useDraft()
  if (!action) return null
  return (
    <Section title={words.placeholders}>
      <PlaceholderList action={action} words={words} />
    </Section>
  )
}

/** Below the form of a template: its placeholders, a preview, and a test e-mail. */
export const TemplatePreview = () => {
  const words = useMailWords()
  if (!words) return <Skeleton variant="rounded" height={440} sx={{ mt: 3 }} />
  return (
    <Stack sx={{ gap: 3, mt: 3 }}>
      <Placeholders words={words} />
      <Section title={words.preview}>
        <Previews words={words} />
      </Section>
      <Section title={words.test}>
        <TestSend words={words} />
      </Section>
    </Stack>
  )
}
