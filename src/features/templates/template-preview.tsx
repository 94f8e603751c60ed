import Box from '@mui/material/Box'
import Skeleton from '@mui/material/Skeleton'
import Stack from '@mui/material/Stack'
import Typography from '@mui/material/Typography'
import { checkPlaceholders } from '~/model/mail/mail-templates'
import { type MailPanelTexts, useBuiltIns, useMailWords } from '~/src/features/mails/mail-texts'
import { Section } from '~/src/ui/section'
import { LanguagePreview } from './language-preview'
import { PlaceholderList } from './placeholder-list'
import { useDraft } from './template-text'
import { TestSend } from './test-send'

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
