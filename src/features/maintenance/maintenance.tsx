import ShieldIcon from '@mui/icons-material/GppMaybeOutlined'
import OutboxIcon from '@mui/icons-material/OutboxOutlined'
import RefreshIcon from '@mui/icons-material/Refresh'
import Alert from '@mui/material/Alert'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Chip from '@mui/material/Chip'
import MuiLink from '@mui/material/Link'
import Skeleton from '@mui/material/Skeleton'
import Stack from '@mui/material/Stack'
import Typography from '@mui/material/Typography'
import { useMutation, useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import {
  Link,
  LinkBase,
  type TranslateFunction,
  useDataProvider,
  useLocaleState,
  useTranslate,
} from 'react-admin'
import { pathTo } from '~/src/admin/paths'
import type { PanelDataProvider } from '~/src/api/contract/panel-data-provider'
import type { Job, MailState } from '~/src/api/contract/service-calls'
import { type MailPanelTexts, reasonIn, useMailWords } from '~/src/features/mails/mail-texts'
import { JobBar } from '~/src/features/videos/job-bar'
import { progressOf } from '~/src/features/videos/job-progress'
import { ProcessingNotice } from '~/src/features/videos/processing-notice'
import { formatInstant } from '~/src/ui/dates'
import { useFailureText } from '~/src/ui/failure-text'
import { count } from '~/src/ui/format'
import { PageHeading, Section } from '~/src/ui/page'
import { type Health, MaintenanceTools, readHealth } from './maintenance-tools'

const QUEUE_INTERVAL = 3000

const line = {
  ...{ display: 'flex', flexWrap: 'wrap', columnGap: 2, rowGap: 0.5, py: 1.25 },
  ...{ borderTop: 1, borderColor: 'divider', alignItems: 'center', justifyContent: 'space-between' },
}

const workerText = (translate: TranslateFunction, { worker }: Job) =>
  worker ? translate('maintenance.jobs.on', { worker }) : translate('maintenance.jobs.waits')

const partText = (translate: TranslateFunction, { part, jobs }: Job) => {
  if (part === null) return ''
  return jobs > 1
    ? translate('maintenance.jobs.segments', { smart_count: jobs })
    : translate('maintenance.jobs.segment', { part })
}

const JobLine = ({ job }: { job: Job }) => {
  const translate = useTranslate()
  const [locale] = useLocaleState()
  const progress = progressOf({ progress: job.progress })
  const state = [partText(translate, job), workerText(translate, job)].filter(Boolean).join(' · ')
  return (
    <Box component="li" sx={line}>
      <Box sx={{ minWidth: 0 }}>
        <MuiLink
          component={Link}
          to={pathTo(job.resource, 'show', job.id) ?? '/'}
          sx={{ overflowWrap: 'anywhere' }}
        >
          {job.label}
        </MuiLink>
        <Typography variant="body2" sx={{ color: 'text.secondary' }}>
          {translate(`resources.${job.resource}.name`, { smart_count: 1 })} ·{' '}
          {formatInstant(job.createdAt, locale)} · {state}
        </Typography>
      </Box>
      {progress && <JobBar progress={progress} />}
    </Box>
  )
}

/** The running and the queued jobs, polled every few seconds. */
const JobQueue = () => {
  const translate = useTranslate()
  const textOf = useFailureText()
  const provider = useDataProvider<PanelDataProvider>()
  const { data, error } = useQuery({
    queryKey: ['jobs'],
    queryFn: () => provider.jobs(),
    refetchInterval: QUEUE_INTERVAL,
    networkMode: 'always',
    retry: false,
    gcTime: 0,
  })
  return (
    <>
      <ProcessingNotice />
      {error && <Alert severity="error">{textOf(error).text}</Alert>}
      {!data && !error && <Skeleton variant="rounded" height={48} sx={{ maxWidth: 360 }} />}
      {data?.length === 0 && (
        <Typography sx={{ color: 'text.secondary' }}>{translate('maintenance.jobs.none')}</Typography>
      )}
      <Box component="ul" sx={{ listStyle: 'none', m: 0, p: 0, '& > li:first-of-type': { borderTop: 0 } }}>
        {data?.map(job => (
          <JobLine key={`${job.resource}/${job.id}/${job.part ?? ''}`} job={job} />
        ))}
      </Box>
    </>
  )
}

const MAIL_INTERVAL = 10_000

const MailFact = ({ name, children }: { name: string; children: ReactNode }) => (
  <Box sx={{ minWidth: 0 }}>
    <Typography component="dt" variant="body2" sx={{ color: 'text.secondary', mb: 0.5 }}>
      {name}
    </Typography>
    <Box component="dd" sx={{ m: 0, overflowWrap: 'anywhere' }}>
      {children}
    </Box>
  </Box>
)

const MailFacts = ({ state, words }: { state: MailState; words: MailPanelTexts }) => {
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
        {state.server !== null && <MailFact name={card.server}>{state.server}</MailFact>}
        <MailFact name={card.sender}>{state.from}</MailFact>
        {(['waiting', 'failed', 'kept'] as const).map(each => (
          <MailFact key={each} name={card[each]}>
            {count(state[each], locale)}
          </MailFact>
        ))}
        <MailFact name={card.lastSent}>
          {state.lastSentAt ? formatInstant(state.lastSentAt, locale) : card.never}
        </MailFact>
        {last && (
          <MailFact name={card.lastFailure}>
            {formatInstant(last.at, locale)} – {reasonIn(words, last.reasonCode, last.reason)}
          </MailFact>
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
const MailCard = () => {
  const words = useMailWords()
  const textOf = useFailureText()
  const provider = useDataProvider<PanelDataProvider>()
  const { data, error } = useQuery({
    queryKey: ['mail'],
    queryFn: () => provider.mailState(),
    refetchInterval: MAIL_INTERVAL,
    networkMode: 'always',
    retry: false,
    gcTime: 0,
  })
  if (!words) return <Skeleton variant="rounded" height={120} />
  return (
    <Section title={words.card.title}>
      {error && <Alert severity="error">{textOf(error).text}</Alert>}
      {!data && !error && <Skeleton variant="rounded" height={48} sx={{ maxWidth: 360, mb: 2 }} />}
      {data && <MailFacts state={data} words={words} />}
      <Stack direction="row" useFlexGap sx={{ gap: 1, flexWrap: 'wrap' }}>
        <Button size="small" component={LinkBase} to="/admin/outbox" startIcon={<OutboxIcon />}>
          {words.outbox}
        </Button>
        {data && data.server !== null && <Check words={words} />}
      </Stack>
    </Section>
  )
}

const Fact = ({ name, children }: { name: string; children: ReactNode }) => (
  <Box>
    <Typography component="dt" variant="body2" sx={{ color: 'text.secondary', mb: 0.5 }}>
      {useTranslate()(`maintenance.health.${name}`)}
    </Typography>
    <Box component="dd" sx={{ m: 0 }}>
      {children}
    </Box>
  </Box>
)

const Verdict = ({ good }: { good: boolean }) => (
  <Chip
    size="small"
    variant="outlined"
    color={good ? 'success' : 'error'}
    label={useTranslate()(`maintenance.health.${good ? 'good' : 'bad'}`)}
  />
)

const diskColors = { ok: 'success', low: 'warning', full: 'error', unwritable: 'error' } as const

const Disk = ({ state }: { state: keyof typeof diskColors }) => (
  <Chip
    size="small"
    variant="outlined"
    color={diskColors[state]}
    label={useTranslate()(`maintenance.health.diskStates.${state}`)}
  />
)

const State = ({ good, text }: { good: boolean; text: string }) => (
  <Chip
    size="small"
    variant="outlined"
    color={good ? 'success' : 'error'}
    label={useTranslate()(`maintenance.health.${text}`)}
  />
)

const Facts = ({ health }: { health: Health }) => (
  <Box component="dl" sx={{ display: 'flex', flexWrap: 'wrap', gap: 4, m: 0 }}>
    <Fact name="server">
      <Verdict good={health.status === 'ok'} />
    </Fact>
    <Fact name="database">
      <Verdict good={health.database} />
    </Fact>
    {health.disk && (
      <Fact name="disk">
        <Disk state={health.disk} />
      </Fact>
    )}
    {health.files && (
      <Fact name="files">
        <Verdict good={health.files === 'ok'} />
      </Fact>
    )}
    {health.mail && health.mail !== 'off' && (
      <Fact name="mail">
        <Verdict good={health.mail === 'ok'} />
      </Fact>
    )}
    {health.snapshots && health.snapshots !== 'off' && (
      <Fact name="snapshots">
        <State good={health.snapshots === 'ok'} text={`snapshotStates.${health.snapshots}`} />
      </Fact>
    )}
    {health.clock && health.clock !== 'unknown' && (
      <Fact name="clock">
        <State good={health.clock === 'ok'} text={`clockStates.${health.clock}`} />
      </Fact>
    )}
    <Fact name="version">{health.version}</Fact>
  </Box>
)

/** Whether the server and its database respond, refetched on click. */
const ServerHealth = () => {
  const translate = useTranslate()
  const textOf = useFailureText()
  const { request } = useDataProvider<PanelDataProvider>()
  const { data, error, isPending, isFetching, refetch } = useQuery({
    queryKey: ['health'],
    queryFn: () => readHealth(request),
    networkMode: 'always',
    retry: false,
    gcTime: 0,
  })
  return (
    <Box aria-live="polite" aria-busy={isFetching}>
      {isPending && <Skeleton variant="rounded" height={48} sx={{ maxWidth: 360 }} />}
      {error && <Alert severity="error">{textOf(error).text}</Alert>}
      {data && !error && <Facts health={data} />}
      <Button
        size="small"
        startIcon={<RefreshIcon />}
        loading={isFetching}
        onClick={() => refetch()}
        sx={{ mt: 2 }}
      >
        {translate('maintenance.health.again')}
      </Button>
    </Box>
  )
}

/** Root's maintenance: the tools that rebuild data from the records, and the state of the server. */
export const Maintenance = () => {
  const translate = useTranslate()
  return (
    <>
      <PageHeading resource="companies" title={translate('maintenance.title')} />
      <Stack sx={{ gap: 3, maxWidth: 720 }}>
        <Section title={translate('maintenance.tools')}>
          <MaintenanceTools />
        </Section>
        <Section title={translate('maintenance.jobs.title')}>
          <JobQueue />
        </Section>
        <MailCard />
        <Section title={translate('maintenance.security')}>
          <Typography color="text.secondary" sx={{ mb: 1 }}>
            {translate('maintenance.securityText')}
          </Typography>
          <Button size="small" component={LinkBase} to="/admin/security" startIcon={<ShieldIcon />}>
            {translate('maintenance.security')}
          </Button>
        </Section>
        <Section title={translate('maintenance.health.title')}>
          <ServerHealth />
        </Section>
      </Stack>
    </>
  )
}
