import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Chip from '@mui/material/Chip'
import Stack from '@mui/material/Stack'
import Typography from '@mui/material/Typography'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Confirm, useDataProvider, useLocaleState, useTranslate } from 'react-admin'
import type { Role } from '~/model/roles'
import { choiceKey } from '~/src/admin/labels'
import { rowsOf } from '~/src/api/contract/lists'
import type { PanelDataProvider } from '~/src/api/contract/panel-data-provider'
import { formatInstant, formatRecent } from '~/src/ui/dates'
import { useFailureText } from '~/src/ui/failure-text'
import { ListFailure } from '~/src/ui/list-failure'
import { Section } from '~/src/ui/section'
import { useMinute } from '~/src/ui/use-minute'
import { useToast } from '~/src/ui/use-toast'

type Account = {
  readonly uid: string
  readonly label: string
  readonly role: Role
  readonly status: string
  readonly lastLoginAt: string | null
  readonly sessions: number
  readonly tokens: number
}

/** What an administrator can do with such an account: the call, and the names of its texts. */
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
export const AccountsAbove = ({ company }: { readonly company: string }) => {
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
