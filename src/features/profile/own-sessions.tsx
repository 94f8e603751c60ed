import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Typography from '@mui/material/Typography'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Confirm } from 'react-admin'
import { useFailureText } from '~/src/ui/failure-text'
import { ListFailure } from '~/src/ui/list-failure'
import { ListSkeleton } from '~/src/ui/list-skeleton'
import { Section } from '~/src/ui/section'
import { useToast } from '~/src/ui/use-toast'
import { account } from './account'
import type { OwnSession } from './account-calls'
import { DeviceRow, deviceList, useDevice, useWhen } from './device-row'
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

const Row = ({ session, onEnd }: { session: OwnSession; onEnd: () => void }) => {
  const texts = useAccountTexts()
  const device = useDevice()(session)
  const when = useWhen()
  const { createdAt, usedAt, address, current } = session
  const dates = texts('since', { since: when(createdAt), used: when(usedAt) })
  return (
    <DeviceRow
      device={device}
      text={address ? `${dates} · ${address}` : dates}
      chip={current ? texts('thisOne') : undefined}
      act={current ? undefined : { label: texts('end'), name: texts('endOf', { device }), start: onEnd }}
    />
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
      <Box component="ul" sx={deviceList}>
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
