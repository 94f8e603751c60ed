import DoneIcon from '@mui/icons-material/CheckCircle'
import CloseIcon from '@mui/icons-material/Close'
import OpenIcon from '@mui/icons-material/RadioButtonUnchecked'
import Alert, { type AlertColor } from '@mui/material/Alert'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import IconButton from '@mui/material/IconButton'
import Stack from '@mui/material/Stack'
import Typography from '@mui/material/Typography'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { Link, useDataProvider, useGetIdentity, useLocaleState, useTranslate } from 'react-admin'
import type { ChecklistKey } from '~/model/checklist'
import { languages } from '~/model/languages'
import { uidOf } from '~/model/refs'
import { useOffer } from '~/src/admin/admin-config'
import { pathTo } from '~/src/admin/paths'
import { useActor, useOwnCompany } from '~/src/admin/rights'
import { rowsOf } from '~/src/api/contract/lists'
import type { PanelDataProvider } from '~/src/api/contract/panel-data-provider'
import type { TestResult } from '~/src/api/contract/service-calls'
import { NEW_CUSTOMER } from '~/src/features/customers/may-create-customer'
import { reasonIn, useMailWords } from '~/src/features/mails/mail-texts'
import { useFailureText, useToast } from '~/src/ui/failure-text'
import { Section } from '~/src/ui/page'

type Step = { readonly key: ChecklistKey; readonly done: boolean }

const KEY = ['checklist']

/** The first steps of the user; empty if all are done or dismissed. Not requested from functions without the call. */
export const useChecklist = () => {
  const { request } = useDataProvider<PanelDataProvider>()
  const enabled = useOffer('ownAccount')
  return useQuery({
    queryKey: KEY,
    enabled,
    queryFn: async () => rowsOf<Step>(await request('/me/checklist')),
    networkMode: 'always',
    retry: false,
  })
}

const useDismissing = () => {
  const { request } = useDataProvider<PanelDataProvider>()
  const queries = useQueryClient()
  const toast = useToast()
  const textOf = useFailureText()
  return useMutation({
    mutationFn: ({ key }: Step) => request(`/me/checklist/${key}`, { method: 'DELETE' }),
    onSuccess: (_, gone) => {
      queries.setQueryData(KEY, (known: readonly Step[] = []) => known.filter(({ key }) => key !== gone.key))
      // Without this step, all may be done.
      void queries.invalidateQueries({ queryKey: KEY })
    },
    onError: error => toast(textOf(error).text, 'error'),
  })
}

const severities: Readonly<Record<TestResult['mail'], AlertColor>> = {
  sent: 'success',
  outbox: 'info',
  waiting: 'warning',
  failed: 'error',
}

/** What happened to the test: the mail server's own answer, or where the e-mail was kept. */
const MailResult = ({ result, email }: { result: TestResult; email: string }) => {
  const translate = useTranslate()
  const words = useMailWords()
  const reason = words ? reasonIn(words, result.reasonCode, result.reason) : ''
  return (
    <Alert severity={severities[result.mail]} sx={{ mt: 1 }}>
      {translate(`checklist.mail.${result.mail}`, { email, reason })}{' '}
      {result.mail !== 'sent' && (
        <Link to={pathTo('mails', 'show', result.uid) ?? '/'}>{translate('checklist.mail.open')}</Link>
      )}
    </Alert>
  )
}

type StepActionProps = {
  readonly label: string
  /** Renders the step around its button. */
  readonly children: (button: ReactNode) => ReactNode
}

/** Sends a message to the user by the real mail server, and waits for its answer. */
const MailTest = ({ label, children }: StepActionProps) => {
  const translate = useTranslate()
  const textOf = useFailureText()
  const provider = useDataProvider<PanelDataProvider>()
  const queries = useQueryClient()
  const [locale] = useLocaleState()
  const { identity } = useGetIdentity()
  const lang = languages.find(known => known === locale) ?? 'en'
  const { mutate, data, error, isPending } = useMutation({
    mutationFn: () =>
      provider.sendTestMail({
        action: 'notification',
        subject: { [lang]: translate('checklist.mail.subject') },
        content: { [lang]: `<p>${translate('checklist.mail.content')}</p>` },
        lang,
      }),
    onSettled: () => queries.invalidateQueries({ queryKey: ['attention'] }),
  })
  return (
    <>
      {children(
        <Button size="small" variant="outlined" loading={isPending} onClick={() => mutate()}>
          {label}
        </Button>,
      )}
      <Box role="status">
        {!isPending && data && <MailResult result={data} email={String(identity?.email ?? '')} />}
        {!isPending && error && (
          <Alert severity="error" sx={{ mt: 1 }}>
            {textOf(error).text}
          </Alert>
        )}
      </Box>
    </>
  )
}

/** Where each step is done; the test of the e-mails is done in place. @param company uid of the user's own */
const pathOf: Readonly<Record<Exclude<ChecklistKey, 'mail'>, (company: string) => string | undefined>> = {
  company: company => pathTo('companies', 'edit', company),
  customer: () => NEW_CUSTOMER,
  video: () => pathTo('videos', 'create', ''),
  invite: () => '/user/invite',
  vecto: () => pathTo('videos', 'list', ''),
}

const GoTo = ({ path, label, children }: StepActionProps & { path: string }) =>
  children(
    <Button component={Link} to={path} size="small" variant="outlined">
      {label}
    </Button>,
  )

const StepText = ({ step: { key, done } }: { step: Step }) => {
  const translate = useTranslate()
  const Icon = done ? DoneIcon : OpenIcon
  return (
    <>
      <Icon
        fontSize="small"
        color={done ? 'success' : 'disabled'}
        {...(done ? { titleAccess: translate('checklist.isDone') } : { 'aria-hidden': true })}
        sx={{ mt: 0.25 }}
      />
      <Box sx={{ flex: '1 1 16rem', minWidth: 0 }}>
        <Typography
          sx={{ fontWeight: 600, fontSize: '0.875rem' }}
          color={done ? 'text.secondary' : undefined}
        >
          {translate(`checklist.steps.${key}.title`)}
        </Typography>
        {!done && (
          <Typography variant="body2" color="text.secondary">
            {translate(`checklist.steps.${key}.text`)}
          </Typography>
        )}
      </Box>
    </>
  )
}

const StepRow = ({ step, onDismiss }: { step: Step; onDismiss?: () => void }) => {
  const translate = useTranslate()
  const company = uidOf(useOwnCompany()?.ref ?? '')
  const label = translate(`checklist.steps.${step.key}.go`)
  const name = translate(`checklist.steps.${step.key}.title`)
  const row = (button: ReactNode) => (
    <Stack
      direction="row"
      useFlexGap
      sx={{ gap: 1.5, alignItems: 'flex-start', flexWrap: { xs: 'wrap', sm: 'nowrap' } }}
    >
      <StepText step={step} />
      {!step.done && <Box sx={{ ml: { xs: 4, sm: 0 } }}>{button}</Box>}
      {onDismiss && (
        <IconButton
          size="small"
          aria-label={translate('checklist.dismiss', { name })}
          onClick={onDismiss}
          sx={{ ml: { xs: 'auto', sm: 0 } }}
        >
          <CloseIcon fontSize="small" />
        </IconButton>
      )}
    </Stack>
  )
  if (step.done) return row(null)
  if (step.key === 'mail') return <MailTest label={label}>{row}</MailTest>
  return (
    <GoTo path={pathOf[step.key](company) ?? '/'} label={label}>
      {row}
    </GoTo>
  )
}

/** The first steps of a new platform or company. Each is done when its records exist, and can be hidden permanently. */
export const Checklist = ({ steps }: { steps: readonly Step[] }) => {
  const translate = useTranslate()
  const { viewed } = useActor()
  const { mutate } = useDismissing()
  const done = steps.filter(step => step.done).length
  return (
    <Section title={translate('checklist.title')}>
      <Typography variant="body2" color="text.secondary" sx={{ mt: -1, mb: 2 }}>
        {translate('checklist.progress', { done, total: steps.length })}
      </Typography>
      <Stack component="ul" sx={{ gap: 1.5, listStyle: 'none', p: 0, m: 0 }}>
        {steps.map(step => (
          <li key={step.key}>
            <StepRow step={step} {...(!viewed && { onDismiss: () => mutate(step) })} />
          </li>
        ))}
      </Stack>
    </Section>
  )
}
