import CalmIcon from '@mui/icons-material/TaskAltOutlined'
import Alert from '@mui/material/Alert'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Skeleton from '@mui/material/Skeleton'
import Stack from '@mui/material/Stack'
import Typography from '@mui/material/Typography'
import { useQuery } from '@tanstack/react-query'
import { useDataProvider, useTranslate } from 'react-admin'
import { WithActor } from '~/src/admin/actor'
import { useChosenCompany } from '~/src/admin/chosen-company'
import type { PanelDataProvider } from '~/src/api/contract/panel-data-provider'
import { useFailureText } from '~/src/ui/failure-text'
import { Section } from '~/src/ui/section'
import { type AttentionItem as Item, readAttention } from './attention-calls'
import { AttentionItem } from './attention-item'

/** Milliseconds between two counts while the page is open. */
const PACE = 60_000

const useAttention = () => {
  const { request } = useDataProvider<PanelDataProvider>()
  const company = useChosenCompany()?.ref
  return useQuery({
    queryKey: ['attention', company],
    queryFn: () => readAttention(request, company),
    networkMode: 'always',
    refetchInterval: PACE,
    retry: false,
  })
}

const Calm = () => {
  const translate = useTranslate()
  return (
    <Stack direction="row" sx={{ gap: 1.5, alignItems: 'center' }}>
      <CalmIcon color="success" aria-hidden fontSize="large" />
      <Box>
        <Typography sx={{ fontWeight: 600 }}>{translate('attention.calm')}</Typography>
        <Typography variant="body2" color="text.secondary">
          {translate('attention.calmText')}
        </Typography>
      </Box>
    </Stack>
  )
}

const Loading = () => (
  <Stack role="status" aria-label={useTranslate()('attention.loading')} sx={{ gap: 1.5 }}>
    {[0, 1, 2].map(row => (
      <Skeleton key={row} variant="rounded" height={28} />
    ))}
  </Stack>
)

const Failure = ({ error, onRetry }: { error: unknown; onRetry: () => void }) => {
  const translate = useTranslate()
  const textOf = useFailureText()
  return (
    <Alert
      severity="error"
      action={
        <Button color="inherit" size="small" onClick={onRetry}>
          {translate('attention.retry')}
        </Button>
      }
    >
      {textOf(error).text}
    </Alert>
  )
}

const keyOf = ({ key, company }: Item) => `${key} ${company?.ref ?? ''}`

const Items = ({ items }: { items: readonly Item[] }) => (
  <Stack component="ul" sx={{ gap: 2, listStyle: 'none', p: 0, m: 0 }}>
    {items.map(item => (
      <AttentionItem key={keyOf(item)} item={item} />
    ))}
  </Stack>
)

const Counted = () => {
  const translate = useTranslate()
  const { data, error, refetch } = useAttention()
  if (data === null) return null
  return (
    <Section title={translate('attention.title')}>
      {data === undefined && !error && <Loading />}
      {data === undefined && error && <Failure error={error} onRetry={refetch} />}
      {data?.length === 0 && <Calm />}
      {data && data.length > 0 && <Items items={data} />}
    </Section>
  )
}

/** What needs the user's attention, counted again every minute; renders nothing if the backend cannot tell. */
export const Attention = () => (
  <WithActor>
    <Counted />
  </WithActor>
)
