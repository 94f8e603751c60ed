import SendIcon from '@mui/icons-material/SendOutlined'
import Alert, { type AlertColor } from '@mui/material/Alert'
import Button from '@mui/material/Button'
import Link from '@mui/material/Link'
import MenuItem from '@mui/material/MenuItem'
import Stack from '@mui/material/Stack'
import TextField from '@mui/material/TextField'
import Typography from '@mui/material/Typography'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { LinkBase, useDataProvider, useTranslate } from 'react-admin'
import { useFormContext } from 'react-hook-form'
import { type Language, languages } from '~/model/languages'
import { pathTo } from '~/src/admin/paths'
import type { TestResult } from '~/src/api/contract/mail-calls'
import type { PanelDataProvider } from '~/src/api/contract/panel-data-provider'
import { fill, type MailPanelTexts, reasonIn } from '~/src/features/mails/mail-texts'
import { useFailureText } from '~/src/ui/failure-text'

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
export const TestSend = ({ words }: { words: MailPanelTexts }) => {
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
