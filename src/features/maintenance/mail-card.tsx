import OutboxIcon from '@mui/icons-material/OutboxOutlined'
import RefreshIcon from '@mui/icons-material/Refresh'
import Alert from '@mui/material/Alert'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Skeleton from '@mui/material/Skeleton'
import Stack from '@mui/material/Stack'
import Typography from '@mui/material/Typography'
import { useMutation, useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { LinkBase, useDataProvider, useLocaleState } from 'react-admin'
import type { MailState } from '~/src/api/contract/mail-calls'
import type { PanelDataProvider } from '~/src/api/contract/panel-data-provider'
import { type MailPanelTexts, reasonIn, useMailWords } from '~/src/features/mails/mail-texts'
import { formatInstant } from '~/src/ui/dates'
import { useFailureText } from '~/src/ui/failure-text'
import { count } from '~/src/ui/format'
import { Section } from '~/src/ui/section'

const AGAIN = 10_000

const Fact = ({ name, children }: { name: string; children: ReactNode }) => (
  <Box sx={{ minWidth: 0 }}>
    <Typography component="dt" variant="body2" sx={{ color: 'text.secondary', mb: 0.5 }}>
      {name}
    </Typography>
    <Box component="dd" sx={{ m: 0, overflowWrap: 'anywhere' }}>
      {children}
    </Box>
  </Box>
)

const Facts = ({ state, words }: { state: MailState; words: MailPanelTexts }) => {
  const { card } = words
  const [locale] = useLocaleState()
  const last = state.lastFailure
  return (
    <>
      {state.server === null && (
        <Alert severity="info" sx={{ mb: 2 }}>
          {card.none}
        </Alert>
      )}
      <Box component="dl" sx={{ display: 'flex', flexWrap: 'wrap', columnGap: 4, rowGap: 2, m: 0, mb: 2 }}>
        {state.server !== null && <Fact name={card.server}>{state.server}</Fact>}
        <Fact name={card.sender}>{state.from}</Fact>
        {(['waiting', 'failed', 'kept'] as const).map(each => (
          <Fact key={each} name={card[each]}>
            {count(state[each], locale)}
          </Fact>
        ))}
        <Fact name={card.lastSent}>
          {state.lastSentAt ? formatInstant(state.lastSentAt, locale) : card.never}
        </Fact>
        {last && (
          <Fact name={card.lastFailure}>
            {formatInstant(last.at, locale)} – {reasonIn(words, last.reasonCode, last.reason)}
          </Fact>
        )}
      </Box>
    </>
  )
}

const Check = ({ words }: { words: MailPanelTexts }) => {
  const provider = useDataProvider<PanelDataProvider>()
  const textOf = useFailureText()
  const { mutate, data, error, isPending } = useMutation({
    mutationFn: () => provider.checkMail(),
  })
  const good = data?.reachable === true
  return (
    <>
      <Button size="small" startIcon={<RefreshIcon />} loading={isPending} onClick={() => mutate()}>
        {words.card.check}
      </Button>
      <Box role="status" sx={{ flexBasis: '100%' }}>
        {error && <Alert severity="error">{textOf(error).text}</Alert>}
        {data && !isPending && (
          <Alert severity={good ? 'success' : 'error'}>
            {good ? words.card.reachable : reasonIn(words, data.reasonCode, data.reason)}
          </Alert>
        )}
      </Box>
    </>
  )
}

/** The status of mail: waiting and failed messages, and whether the mail server answers. */
export const MailCard = () => {
  const words = useMailWords()
  const textOf = useFailureText()
  const provider = useDataProvider<PanelDataProvider>()
  const { data, error } = useQuery({
    queryKey: ['mail'],
    queryFn: () => provider.mailState(),
    refetchInterval: AGAIN,
    networkMode: 'always',
    retry: false,
    gcTime: 0,
  })
  if (!words) return <Skeleton variant="rounded" height={120} />
  return (
    <Section title={words.card.title}>
      {error && <Alert severity="error">{textOf(error).text}</Alert>}
      {!data && !error && <Skeleton variant="rounded" height={48} sx={{ maxWidth: 360, mb: 2 }} />}
      {data && <Facts state={data} words={words} />}
      <Stack direction="row" useFlexGap sx={{ gap: 1, flexWrap: 'wrap' }}>
        <Button size="small" component={LinkBase} to="/admin/outbox" startIcon={<OutboxIcon />}>
          {words.outbox}
        </Button>
        {data && data.server !== null && <Check words={words} />}
      </Stack>
    </Section>
  )
}
