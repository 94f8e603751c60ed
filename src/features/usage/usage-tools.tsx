import DownloadIcon from '@mui/icons-material/FileDownloadOutlined'
import Button from '@mui/material/Button'
import ToggleButton from '@mui/material/ToggleButton'
import ToggleButtonGroup from '@mui/material/ToggleButtonGroup'
import { useLocaleState, useTranslate } from 'react-admin'
import type { UsageDay } from '~/model/usage-measures'
import { usageCharts } from './charts'
import { useForecastText } from './use-forecast-text'
import type { UsageAddress } from './use-usage-address'

type ChoiceProps = {
  readonly label: string
  readonly value: string
  readonly options: readonly (readonly [value: string, text: string])[]
  readonly onChange: (value: string) => void
}

const Choice = ({ label, value, options, onChange }: ChoiceProps) => (
  <ToggleButtonGroup
    exclusive
    size="small"
    value={value}
    aria-label={label}
    onChange={(_, chosen: string | null) => chosen && onChange(chosen)}
  >
    {options.map(([option, text]) => (
      <ToggleButton key={option} value={option} sx={{ textTransform: 'none' }}>
        {text}
      </ToggleButton>
    ))}
  </ToggleButtonGroup>
)

const useExport = (days: readonly UsageDay[], past: readonly UsageDay[]) => {
  const translate = useTranslate()
  const [locale] = useLocaleState()
  const { cell } = useForecastText(past)
  return async () => {
    const { csvText, saveCsv } = await import('~/src/admin/list/export-list')
    const columns = usageCharts.flatMap(({ series, exported }) =>
      series.map(({ measure }) => ({ measure, exported })),
    )
    const head = [
      translate('usage.day'),
      ...columns.map(({ measure }) => translate(`usage.series.${measure}`)),
    ]
    const body = days.map(day => [
      day.day,
      ...columns.map(({ measure, exported }) => {
        const value = day[measure]
        return value === null ? '' : exported(value, locale)
      }),
    ])
    const forecast = usageCharts.flatMap(chart => chart.series.map(series => cell(chart, series)))
    const rows = [head, ...body, [translate('usage.forecastRow'), ...forecast]]
    saveCsv(translate('usage.fileName'), csvText(rows, locale))
  }
}

type Props = {
  readonly address: UsageAddress
  readonly days: readonly UsageDay[] | undefined
  /** What the forecast is of. */
  readonly past: readonly UsageDay[] | undefined
}

/** What is shown, and the export of it. */
export const UsageTools = ({ address, days = [], past = [] }: Props) => {
  const translate = useTranslate()
  const save = useExport(days, past)
  return (
    <>
      <Choice
        label={translate('usage.range')}
        value={address.range}
        options={(['30', '365', 'all'] as const).map(range => [range, translate(`usage.ranges.${range}`)])}
        onChange={range => address.set('range', range)}
      />
      <Choice
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
