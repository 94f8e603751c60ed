import RefreshIcon from '@mui/icons-material/Refresh'
import Alert from '@mui/material/Alert'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Chip from '@mui/material/Chip'
import Skeleton from '@mui/material/Skeleton'
import Typography from '@mui/material/Typography'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { useDataProvider, useTranslate } from 'react-admin'
import type { PanelDataProvider } from '~/src/api/contract/panel-data-provider'
import { useFailureText } from '~/src/ui/failure-text'
import { type Health, readHealth } from './maintenance-calls'

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
export const ServerHealth = () => {
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
