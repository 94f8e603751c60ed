import Alert from '@mui/material/Alert'
import Box from '@mui/material/Box'
import Chip from '@mui/material/Chip'
import Stack from '@mui/material/Stack'
import Typography from '@mui/material/Typography'
import { useTranslate } from 'react-admin'
import type { Language } from '~/model/languages'
import { compose, saidIn } from '~/model/mail/mail-message'
import type { PlaceholderProblem, TemplateAction } from '~/model/mail/mail-templates'
import { MailFrame } from '~/src/features/mails/mail-frame'
import { fill, type MailPanelTexts, type MailTexts } from '~/src/features/mails/mail-texts'
import type { Draft } from './template-text'

type Props = {
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

/** Names the parts that come from the built-in text because the template has none. */
const silence = ({ subject, content }: Draft, lang: Language, words: MailPanelTexts) => {
  if (!saidIn(content, lang)) return words.builtIn
  return saidIn(subject, lang) ? undefined : words.builtInSubject
}

/** The e-mail in one language as it will be sent, with its problems. */
export const LanguagePreview = ({ draft, lang, builtIn, words, problems }: Props) => {
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
