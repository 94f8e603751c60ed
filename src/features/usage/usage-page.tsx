import LockIcon from '@mui/icons-material/LockOutlined'
import { useQuery } from '@tanstack/react-query'
import { useDataProvider, useTranslate } from 'react-admin'
import { useActor, useOwnCompany, WithActor } from '~/src/admin/actor'
import { useChosenCompany } from '~/src/admin/chosen-company'
import { mayChooseCompany } from '~/src/admin/rights'
import { failureOf } from '~/src/api/contract/failures'
import type { PanelDataProvider } from '~/src/api/contract/panel-data-provider'
import { EmptyState } from '~/src/ui/empty-state'
import { ListFailure } from '~/src/ui/list-failure'
import { ListSkeleton } from '~/src/ui/list-skeleton'
import { PageHeading } from '~/src/ui/page-heading'
import { latestDays, ranges } from './charts'
import { readUsage } from './usage-calls'
import { UsageParts } from './usage-parts'
import { UsageTools } from './usage-tools'
import { useUsageAddress } from './use-usage-address'

/** Days that are asked for at least: the forecast looks back eight weeks, whatever is shown. */
const LEAST_DAYS = 60

const useUsage = (company: string | undefined, days: number) => {
  const { request } = useDataProvider<PanelDataProvider>()
  return useQuery({
    queryKey: ['usage', company, days],
    queryFn: () => readUsage(request, { ...(company && { company }), days }),
    retry: false,
  })
}

/** A partner's chosen company may not share its data. */
const Failure = ({ error, onRetry }: { error: unknown; onRetry: () => void }) => {
  const translate = useTranslate()
  if (failureOf(error).status !== 404) return <ListFailure error={error} onRetry={onRetry} />
  const [title, text] = [translate('errors.withheld'), translate('errors.withheldHelp')]
  return <EmptyState icon={LockIcon} title={title} text={text} />
}

const Page = () => {
  const translate = useTranslate()
  const chosen = useChosenCompany()
  const own = useOwnCompany()
  const all = mayChooseCompany(useActor()) && !chosen
  const address = useUsageAddress()
  const shown = ranges[address.range]
  const { data, error, refetch } = useUsage(chosen?.ref, Math.max(LEAST_DAYS, shown))
  const name = all ? translate('usage.allCompanies') : (chosen ?? own)?.label
  return (
    <>
      <PageHeading
        resource="companies"
        title={name ? translate('usage.of', { name }) : translate('usage.title')}
        actions={<UsageTools address={address} days={data && latestDays(data, shown)} past={data} />}
      />
      {error && <Failure error={error} onRetry={() => void refetch()} />}
      {!error && !data && <ListSkeleton />}
      {!error && data && (
        <UsageParts days={data} shown={shown} isTable={address.view === 'table'} isOne={!all} />
      )}
    </>
  )
}

/** What a company, or all of them, used and bought over time: charts, or the same as tables. */
export const UsagePage = () => (
  <WithActor>
    <Page />
  </WithActor>
)
