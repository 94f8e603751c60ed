import DownloadIcon from '@mui/icons-material/FileDownloadOutlined'
import LockIcon from '@mui/icons-material/LockOutlined'
import Button from '@mui/material/Button'
import { useQuery } from '@tanstack/react-query'
import { useDataProvider, useLocaleState, useTranslate } from 'react-admin'
import { useSearchParams } from 'react-router'
import type { UsageDay } from '~/model/usage'
import { mayChooseCompany, useActor, useChosenCompany, useOwnCompany, WithActor } from '~/src/admin/rights'
import type { PanelDataProvider } from '~/src/api/contract/panel-data-provider'
import { failureOf } from '~/src/api/contract/records'
import { EmptyState, ListFailure, ListSkeleton, PageHeading } from '~/src/ui/page'
import { isRange, latestDays, type Range, ranges, readUsage, usageCharts } from './charts'
import { UsageChoice } from './usage-choice'
import { UsageParts } from './usage-parts'

const views = ['charts', 'table'] as const
export type View = (typeof views)[number]

/** The range and the view in the page's address: a link shares them, Back restores them. */
const useUsageAddress = () => {
  const [params, setParams] = useSearchParams()
  const asked = params.get('range')
  const range: Range = isRange(asked) ? asked : '365'
  const view: View = params.get('view') === 'table' ? 'table' : 'charts'
  const set = (name: 'range' | 'view', value: string) =>
    setParams(
      before => {
        before.set(name, value)
        return before
      },
      { replace: true },
    )
  return { range, view, set }
}

type UsageAddress = ReturnType<typeof useUsageAddress>

const useExport = (days: readonly UsageDay[]) => {
  const translate = useTranslate()
  const [locale] = useLocaleState()
  return async () => {
    const { csvText, saveCsv } = await import('~/src/admin/list/export-list')
    const columns = usageCharts.flatMap(({ series, exported, exportedUnit }) =>
      series.map(({ measure }) => ({ measure, exported, exportedUnit })),
    )
    const head = [
      translate('usage.day'),
      ...columns.map(({ measure, exportedUnit }) => {
        const name = translate(`usage.series.${measure}`)
        return exportedUnit ? `${name} (${translate(exportedUnit)})` : name
      }),
    ]
    const body = days.map(day => [
      day.day,
      ...columns.map(({ measure, exported }) => {
        const value = day[measure]
        return value === null ? '' : exported(value, locale)
      }),
    ])
    saveCsv(translate('usage.fileName'), csvText([head, ...body], locale))
  }
}

type Props = {
  readonly address: UsageAddress
  readonly days: readonly UsageDay[] | undefined
}

/** The choice of range and view, and the export. */
const UsageTools = ({ address, days = [] }: Props) => {
  const translate = useTranslate()
  const save = useExport(days)
  return (
    <>
      <UsageChoice
        label={translate('usage.range')}
        value={address.range}
        options={(['30', '365', 'all'] as const).map(range => [range, translate(`usage.ranges.${range}`)])}
        onChange={range => address.set('range', range)}
      />
      <UsageChoice
        label={translate('usage.view')}
        value={address.view}
        options={(['charts', 'table'] as const).map(view => [view, translate(`usage.views.${view}`)])}
        onChange={view => address.set('view', view)}
      />
      <Button startIcon={<DownloadIcon />} disabled={days.length === 0} onClick={() => void save()}>
        {translate('usage.csv')}
      </Button>
    </>
  )
}

/** Minimum number of days to request: the forecast uses eight weeks, whatever range is displayed. */
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
        actions={<UsageTools address={address} days={data && latestDays(data, shown)} />}
      />
      {error && <Failure error={error} onRetry={() => void refetch()} />}
      {!error && !data && <ListSkeleton />}
      {!error && data && (
        <UsageParts days={data} shown={shown} isTable={address.view === 'table'} isOne={!all} />
      )}
    </>
  )
}

/** Quotas used and purchased over time, of one company or all of them: charts, or the same data as tables. */
export const UsagePage = () => (
  <WithActor>
    <Page />
  </WithActor>
)
