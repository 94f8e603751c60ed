import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Chip from '@mui/material/Chip'
import Stack from '@mui/material/Stack'
import Typography from '@mui/material/Typography'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Confirm, useLocaleState } from 'react-admin'
import type { OwnSession } from '~/src/api/contract/account-calls'
import { formatInstant, formatRecent } from '~/src/ui/dates'
import { useFailureText } from '~/src/ui/failure-text'
import { ListFailure } from '~/src/ui/list-failure'
import { ListSkeleton } from '~/src/ui/list-skeleton'
import { Section } from '~/src/ui/section'
import { useToast } from '~/src/ui/use-toast'
import { account } from './account'
import { useAccountTexts } from './use-account-texts'

const useOwnSessions = () => {
  const texts = useAccountTexts()
  const toast = useToast()
  const textOf = useFailureText()
  const query = useQuery({
    queryKey: ['account', 'sessions'],
    queryFn: () => account.ownSessions(),
    networkMode: 'always',
  })
  /** Ends one session, or all but the current one. */
  const end = async (uid?: string) => {
    try {
      await account.endOwnSessions(uid)
      toast(texts(uid ? 'ended' : 'endedAll'), 'success')
    } catch (error) {
      toast(textOf(error).text, 'error')
    }
    await query.refetch()
  }
  return { query, end }
}

const useDevice = () => {
  const texts = useAccountTexts()
  return ({ agent: { name, platform } }: OwnSession) =>
    name && platform ? texts('device', { name, platform }) : (name ?? platform ?? texts('unknownDevice'))
}

const Row = ({ session, onEnd }: { session: OwnSession; onEnd: () => void }) => {
  const texts = useAccountTexts()
  const [locale] = useLocaleState()
  const device = useDevice()(session)
  const when = (instant: string) => formatRecent(instant, locale) ?? formatInstant(instant, locale)
  const { createdAt, usedAt, address, current } = session
  const told = texts('since', { since: when(createdAt), used: when(usedAt) })
  return (
    <Stack
      component="li"
      direction="row"
      useFlexGap
      sx={{ alignItems: 'center', gap: 1.5, py: 1.25, borderTop: 1, borderColor: 'divider' }}
    >
      <Box sx={{ flexGrow: 1, minWidth: 0 }}>
        <Stack direction="row" useFlexGap sx={{ gap: 1, alignItems: 'center', flexWrap: 'wrap' }}>
          <Typography component="span" sx={{ fontWeight: 560 }}>
            {device}
          </Typography>
          {current && <Chip size="small" color="primary" variant="outlined" label={texts('thisOne')} />}
        </Stack>
        <Typography variant="body2" sx={{ color: 'text.secondary', overflowWrap: 'anywhere' }}>
          {address ? `${told} · ${address}` : told}
        </Typography>
      </Box>
      {!current && (
        <Button aria-label={texts('endOf', { device })} onClick={onEnd} sx={{ flexShrink: 0 }}>
          {texts('end')}
        </Button>
      )}
    </Stack>
  )
}

type Asked = { readonly uid?: string; readonly title: string }

/** The user's sessions, the current one first, each of the others with a button to end it. */
export const OwnSessions = () => {
  const texts = useAccountTexts()
  const deviceOf = useDevice()
  const { query, end } = useOwnSessions()
  const [asked, setAsked] = useState<Asked | null>(null)
  const sessions = [...(query.data ?? [])].sort((one, other) => Number(other.current) - Number(one.current))
  const confirm = () => {
    setAsked(null)
    void end(asked?.uid)
  }
  return (
    <Section title={texts('sessions')}>
      <Typography sx={{ color: 'text.secondary', mb: 2 }}>{texts('sessionsText')}</Typography>
      {query.isPending && <ListSkeleton />}
      {query.error && <ListFailure error={query.error} onRetry={query.refetch} />}
      <Box component="ul" sx={{ listStyle: 'none', m: 0, p: 0 }}>
        {sessions.map(session => (
          <Row
            key={session.uid}
            session={session}
            onEnd={() => setAsked({ uid: session.uid, title: texts('endOf', { device: deviceOf(session) }) })}
          />
        ))}
      </Box>
      {sessions.length > 1 && (
        <Button variant="outlined" sx={{ mt: 2 }} onClick={() => setAsked({ title: texts('endAll') })}>
          {texts('endAll')}
        </Button>
      )}
      {asked && (
        <Confirm
          isOpen
          title={asked.title}
          content={texts('endText')}
          onConfirm={confirm}
          onClose={() => setAsked(null)}
        />
      )}
    </Section>
  )
}
