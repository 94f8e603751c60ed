import AddIcon from '@mui/icons-material/Add'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Card from '@mui/material/Card'
import Chip from '@mui/material/Chip'
import Stack from '@mui/material/Stack'
import Typography from '@mui/material/Typography'
import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useId, useState } from 'react'
import {
  Confirm,
  EditBase,
  Link,
  useDataProvider,
  useEditContext,
  useLocaleState,
  useRecordContext,
  useTranslate,
} from 'react-admin'
import { labelOf } from '~/model/access'
import type { Role } from '~/model/grants'
import { valueAt } from '~/model/objects'
import type { PanelCompany } from '~/model/record-of'
import { uidOf } from '~/model/refs'
import { resourceOf } from '~/model/registry'
import { choiceKey, useOffer } from '~/src/admin/admin-config'
import { RecordAvatar } from '~/src/admin/fields/kinds'
import { FormStateProvider } from '~/src/admin/form/form-state'
import { RecordForm } from '~/src/admin/form/record-form'
import { useSaving } from '~/src/admin/form/saving'
import { pathTo } from '~/src/admin/paths'
import { useOwnCompany, WithActor } from '~/src/admin/rights'
import { LoadFailure } from '~/src/admin/show/load-failure'
import { RelatedList } from '~/src/admin/show/related-list'
import { rowsOf } from '~/src/api/contract/lists'
import type { PanelDataProvider } from '~/src/api/contract/panel-data-provider'
import { formatInstant, formatRecent, useMinute } from '~/src/ui/dates'
import { useFailureText, useToast } from '~/src/ui/failure-text'
import { count, minutes } from '~/src/ui/format'
import { AccessDenied, ListFailure, ListSkeleton, PageHeading, Section } from '~/src/ui/page'
import { QuotaBar } from './quota-bar'

type Account = {
  readonly uid: string
  readonly label: string
  readonly role: Role
  readonly status: string
  readonly lastLoginAt: string | null
  readonly sessions: number
  readonly tokens: number
}

/** Actions of an administrator on such an account: the call, and the names of its texts. */
const acts = {
  end: { method: 'PATCH', path: '/endSessions', done: 'ended' },
  disable: { method: 'PATCH', path: '/disable', done: 'disabled' },
  delete: { method: 'DELETE', path: '', done: 'deleted' },
} as const
type Act = keyof typeof acts

const useText = () => {
  const translate = useTranslate()
  return (key: string, values?: object) => translate(`resources.companies.accountsAbove.${key}`, values)
}

const useAccounts = (company: string) => {
  const text = useText()
  const toast = useToast()
  const textOf = useFailureText()
  const { request } = useDataProvider<PanelDataProvider>()
  const path = `/companies/${company}/accounts-above`
  const query = useQuery({
    queryKey: ['companies', 'accounts-above', company],
    queryFn: async () => rowsOf<Account>(await request(path)),
    networkMode: 'always',
    retry: false,
  })
  const run = async (act: Act, uid: string) => {
    const { method, path: action, done } = acts[act]
    try {
      await request(`${path}/${uid}${action}`, { method })
      toast(text(done), 'success')
    } catch (error) {
      toast(textOf(error).text, 'error')
    }
    await query.refetch()
  }
  return { query, run }
}

const Row = ({ account, onAct }: { account: Account; onAct: (act: Act) => void }) => {
  const text = useText()
  const translate = useTranslate()
  const [locale] = useLocaleState()
  useMinute()
  const { label, role, status, lastLoginAt, sessions, tokens } = account
  const when = lastLoginAt && (formatRecent(lastLoginAt, locale) ?? formatInstant(lastLoginAt, locale))
  const facts = [
    translate(choiceKey('users', 'role', role)),
    when ? text('seen', { when }) : text('never'),
    text('sessions', { smart_count: sessions }),
    text('tokens', { smart_count: tokens }),
  ]
  const offered: readonly Act[] = status === 'active' ? ['end', 'disable', 'delete'] : ['delete']
  return (
    <Stack
      component="li"
      direction={{ xs: 'column', sm: 'row' }}
      sx={{ alignItems: { sm: 'center' }, gap: 1, py: 1.25, borderTop: 1, borderColor: 'divider' }}
    >
      <Box sx={{ flexGrow: 1, minWidth: 0 }}>
        <Stack direction="row" useFlexGap sx={{ gap: 1, alignItems: 'center', flexWrap: 'wrap' }}>
          <Typography component="span" sx={{ fontWeight: 560, overflowWrap: 'anywhere' }}>
            {label}
          </Typography>
          {status !== 'active' && (
            <Chip size="small" variant="outlined" label={translate(choiceKey('users', 'status', status))} />
          )}
        </Stack>
        <Typography variant="body2" sx={{ color: 'text.secondary' }}>
          {facts.join(' · ')}
        </Typography>
      </Box>
      {role !== 'root' && (
        <Stack direction="row" useFlexGap sx={{ flexShrink: 0, flexWrap: 'wrap' }}>
          {offered.map(act => (
            <Button
              key={act}
              color={act === 'delete' ? 'error' : 'primary'}
              aria-label={text(`${act}Title`, { name: label })}
              onClick={() => onAct(act)}
            >
              {text(act)}
            </Button>
          ))}
        </Stack>
      )}
    </Stack>
  )
}

/** Accounts of the company that rank above its administrators: partner accounts of a partner. Most companies have none. */
const AccountsAbove = ({ company }: { readonly company: string }) => {
  const text = useText()
  const { query, run } = useAccounts(company)
  const [asked, setAsked] = useState<{ readonly act: Act; readonly account: Account } | null>(null)
  if (query.error) return <ListFailure error={query.error} onRetry={query.refetch} />
  if (!query.data?.length) return null
  const confirm = () => {
    setAsked(null)
    if (asked) void run(asked.act, asked.account.uid)
  }
  return (
    <Section title={text('title')}>
      <Typography sx={{ color: 'text.secondary', mb: 2 }}>{text('text')}</Typography>
      <Box component="ul" sx={{ listStyle: 'none', m: 0, p: 0 }}>
        {query.data.map(account => (
          <Row key={account.uid} account={account} onAct={act => setAsked({ act, account })} />
        ))}
      </Box>
      {asked && (
        <Confirm
          isOpen
          title={text(`${asked.act}Title`, { name: asked.account.label })}
          content={text(`${asked.act}Text`)}
          onConfirm={confirm}
          onClose={() => setAsked(null)}
        />
      )}
    </Section>
  )
}

type Counter = {
  readonly name: string
  readonly value: string
  readonly of?: string
  readonly quota?: { readonly used: number; readonly bought: number }
}

/** Seats, active seats, total minutes and minutes used (specification §2). */
const useCounters = (): Counter[] => {
  const record = useRecordContext<PanelCompany>()
  const [locale] = useLocaleState()
  const number = (path: string) => Number(valueAt(record, path) ?? 0)
  const pair = (name: string, used: number, bought: number, write: (value: number) => string) => ({
    name,
    value: write(used),
    of: write(bought),
    quota: { used, bought },
  })
  const whole = (value: number) => count(value, locale)
  const time = (value: number) => minutes(value, locale)
  return [
    pair('seats', number('users.total'), number('users.purchased'), whole),
    pair('activeSeats', number('users.active'), number('users.maxActive'), whole),
    { name: 'minutesTotal', value: time(number('seconds.purchased')) },
    pair('minutesUsed', number('seconds.used'), number('seconds.purchased'), time),
  ]
}

const CounterCard = ({ name, value, of, quota }: Counter) => {
  const translate = useTranslate()
  return (
    <Card component="li" variant="outlined" sx={{ p: 2.5, minWidth: 0 }}>
      <Typography variant="body2" sx={{ color: 'text.secondary' }}>
        {translate(`resources.companies.counters.${name}`)}
      </Typography>
      <Typography component="p" variant="h5" sx={{ fontWeight: 640, fontVariantNumeric: 'tabular-nums' }}>
        {value}
        {of !== undefined && (
          <Typography component="span" sx={{ color: 'text.secondary' }}>
            {' / '}
            {of}
          </Typography>
        )}
      </Typography>
      {quota && (
        <Box sx={{ mt: 1.5 }}>
          <QuotaBar {...quota} height={6} />
        </Box>
      )}
    </Card>
  )
}

const grid = {
  display: 'grid',
  gap: 2,
  gridTemplateColumns: { xs: 'repeat(2, minmax(0, 1fr))', md: 'repeat(4, minmax(0, 1fr))' },
  listStyle: 'none',
  p: 0,
  m: 0,
}

/** The purchased and the used quotas of the company in context. */
const Counters = () => (
  <Box component="ul" sx={grid}>
    {useCounters().map(counter => (
      <CounterCard key={counter.name} {...counter} />
    ))}
  </Box>
)

const companies = resourceOf('companies')

type PartProps = { readonly title: string; readonly action?: ReactNode; readonly children: ReactNode }

const Part = ({ title, action, children }: PartProps) => {
  const id = useId()
  return (
    <Box component="section" aria-labelledby={id}>
      <Stack direction="row" useFlexGap sx={{ alignItems: 'center', flexWrap: 'wrap', gap: 1, mb: 1.5 }}>
        <Typography id={id} component="h2" variant="h6" sx={{ flexGrow: 1 }}>
          {title}
        </Typography>
        {action}
      </Stack>
      {children}
    </Box>
  )
}

const CreateGroup = ({ company }: { company: unknown }) => {
  const translate = useTranslate()
  const path = pathTo('groups', 'create', `${company}/`) ?? ''
  return (
    <Button component={Link} to={path} variant="contained" startIcon={<AddIcon />}>
      {translate('resources.groups.createTitle')}
    </Button>
  )
}

const Loaded = () => {
  const translate = useTranslate()
  const showsAccountsAbove = useOffer('accountsAbove')
  const { record, error, isPending, refetch } = useEditContext()
  if (error && !record) return <LoadFailure resource="companies" error={error} onRetry={refetch} />
  if (isPending || !record) return <ListSkeleton />
  return (
    <>
      <PageHeading
        resource="companies"
        title={labelOf(companies, record)}
        before={<RecordAvatar resource={companies} size={40} />}
      />
      <Stack sx={{ gap: 4 }}>
        <Counters />
        <Part title={translate('resources.companies.tabs.details')}>
          <RecordForm resource={companies} mode="update" cancel="/home" />
        </Part>
        <Part
          title={translate('resources.groups.name', { smart_count: 2 })}
          action={<CreateGroup company={record.id} />}
        >
          <RelatedList resource={companies} list="groups" by="company" />
        </Part>
        {showsAccountsAbove && <AccountsAbove company={String(record.id)} />}
      </Stack>
    </>
  )
}

const Company = ({ id, onSaved }: { id: string; onSaved: () => void }) => {
  const mutationOptions = useSaving(companies, 'update', id, onSaved)
  return (
    <EditBase
      resource="companies"
      id={id}
      mutationMode="pessimistic"
      redirect={false}
      disableAuthentication
      mutationOptions={mutationOptions}
      queryOptions={{ meta: mutationOptions.meta, onError: () => undefined }}
    >
      <Loaded />
    </EditBase>
  )
}

const Own = () => {
  const company = useOwnCompany()
  const [times, setTimes] = useState(0)
  if (!company) return <AccessDenied />
  return (
    // A new form after each save: it starts from the saved values.
    <FormStateProvider key={times}>
      <Company id={uidOf(company.ref)} onSaved={() => setTimes(times + 1)} />
    </FormStateProvider>
  )
}

/** An administrator's own company: its usage, its editable fields, and its groups. */
export const MyCompany = () => (
  <WithActor>
    <Own />
  </WithActor>
)
