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
import Tab from '@mui/material/Tab'
import Tabs from '@mui/material/Tabs'
import TextField from '@mui/material/TextField'
import Tooltip from '@mui/material/Tooltip'
import Typography from '@mui/material/Typography'
import { useMutation } from '@tanstack/react-query'
import { useRef, useState } from 'react'
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
import { Section } from '~/src/ui/page'
import { useDebounced } from '~/src/ui/use-debounced'
import { useEditedText } from './edited-text'
import { TemplateUseNotice } from './template-use'

/** A template in the format of its form. */
type Draft = {
  readonly action: TemplateAction | undefined
  readonly subject: RichText | null
  readonly content: RichText | null
}

/** Milliseconds without a key press after which the preview follows. */
const PAUSE = 250

/** The form's template; its texts a moment after they were typed, so that typing stays responsive. */
const useDraft = (): Draft => {
  const values: unknown[] = useWatch({ name: ['action', 'subject', 'content'] })
  const [action] = values
  const [, subject, content] = useDebounced(values, PAUSE)
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

type PlaceholderListProps = {
  readonly action: TemplateAction
  readonly words: MailPanelTexts
  readonly onInsert: (token: string) => void
}

/** The placeholders of this e-mail; a click inserts one into the text that was edited last. */
const PlaceholderList = ({ action, words, onInsert }: PlaceholderListProps) => {
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
                  aria-label={`${translate('resources.templates.insert', { name: token })}: ${words.names[name]}`}
                  // The caret stays where it is.
                  onMouseDown={event => event.preventDefault()}
                  onClick={() => onInsert(token)}
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

type PreviewsProps = {
  readonly words: MailPanelTexts
  readonly draft: Draft
  readonly lang: Language
  readonly onLang: (lang: Language) => void
}

/** The problems of a language that is not shown. */
const OtherProblems = ({
  lang,
  words,
  problems,
}: Pick<LanguagePreviewProps, 'lang' | 'words' | 'problems'>) => {
  const language = useTranslate()(`languages.${lang}`)
  if (problems.length === 0) return null
  return (
    <Stack component="section" aria-label={language} sx={{ gap: 1, mt: 2 }}>
      <Typography component="h3" variant="subtitle1">
        {language}
      </Typography>
      {problems.map(problem => (
        <Alert key={`${problem.field} ${problem.code}`} severity="warning" sx={{ overflowWrap: 'anywhere' }}>
          {wrong(words, problem)}
        </Alert>
      ))}
    </Stack>
  )
}

/** The e-mail in the language that is edited, or chosen. */
const Previews = ({ words, draft, lang, onLang }: PreviewsProps) => {
  const translate = useTranslate()
  const builtIns = useBuiltIns()
  const { action } = draft
  if (!action) return <Typography sx={{ color: 'text.secondary' }}>{words.noAction}</Typography>
  if (!builtIns) return <Skeleton variant="rounded" height={440} />
  const problems = checkPlaceholders(action, draft.subject, draft.content)
  return (
    <>
      <Typography sx={{ color: 'text.secondary', mb: 2 }}>{words.previewText}</Typography>
      <Tabs
        value={lang}
        onChange={(_, next: Language) => onLang(next)}
        aria-label={words.preview}
        sx={{ minHeight: 40, mb: 2 }}
      >
        {languages.map(each => (
          <Tab key={each} value={each} label={translate(`languages.${each}`)} sx={{ minHeight: 40 }} />
        ))}
      </Tabs>
      {builtIns.map(([each, builtIn]) => {
        const own = { lang: each, words, problems: problems.filter(problem => problem.lang === each) }
        return each === lang ? (
          <LanguagePreview key={each} {...own} draft={{ ...draft, action }} builtIn={builtIn} />
        ) : (
          <OtherProblems key={each} {...own} />
        )
      })}
    </>
  )
}

/** It stays in view while a long text is edited. */
const sticky = {
  gap: 3,
  minWidth: 0,
  position: { lg: 'sticky' },
  top: { lg: 'calc(var(--bar) + 16px)' },
  maxHeight: { lg: 'calc(100vh - var(--bar) - 32px)' },
  overflowY: { lg: 'auto' },
  '& > *': { flexShrink: 0 },
} as const

const Parts = ({ words, edited }: { words: MailPanelTexts; edited: ReturnType<typeof useEditedText> }) => {
  const draft = useDraft()
  return (
    <>
      <TemplateUseNotice />
      {draft.action && (
        <Section title={words.placeholders}>
          <PlaceholderList action={draft.action} words={words} onInsert={edited.insert} />
        </Section>
      )}
      <Section title={words.preview}>
        <Previews words={words} draft={draft} lang={edited.lang} onLang={edited.setLang} />
      </Section>
      <Section title={words.test}>
        <TestSend words={words} />
      </Section>
    </>
  )
}

/** Next to the form of a template: its placeholders, a preview, and a test e-mail. */
export const TemplatePreview = () => {
  const words = useMailWords()
  const root = useRef<HTMLDivElement>(null)
  const edited = useEditedText(root)
  return (
    <Stack ref={root} sx={sticky}>
      {words ? <Parts words={words} edited={edited} /> : <Skeleton variant="rounded" height={440} />}
    </Stack>
  )
}
