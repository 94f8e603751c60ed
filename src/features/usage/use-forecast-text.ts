import { useLocaleState, useTranslate } from 'react-admin'
import { forecastMeasure, type MeasureName, numberOfMeasure, type UsageDay } from '~/model/usage-measures'
import { formatDay } from '~/src/ui/dates'
import { noonOf, type UsageChart, type UsageSeries } from './charts'

/**
 * What the forecasts of a chart say: a sentence for each measure, or what stands in the column of a series.
 * @param days of the past eight weeks at least
 */
export const useForecastText = (days: readonly UsageDay[]) => {
  const translate = useTranslate()
  const [locale] = useLocaleState()
  const say = ({ format }: UsageChart, measure: MeasureName, part: 'forecast' | 'forecastCell') => {
    const forecast = forecastMeasure(measure, days)
    const key = part === 'forecast' ? `${measure}.${forecast.state}` : forecast.state
    return translate(`usage.${part}.${key}`, {
      day: 'day' in forecast ? formatDay(noonOf(forecast.day), locale) : '',
      value: 'value' in forecast ? format(forecast.value, locale) : '',
    })
  }
  return {
    sentence: (chart: UsageChart, measure: MeasureName) => say(chart, measure, 'forecast'),
    /** Empty for what has no forecast: a limit. */
    cell: (chart: UsageChart, { measure: number }: UsageSeries) => {
      const measure = chart.forecasts.find(name => numberOfMeasure(name) === number)
      return measure ? say(chart, measure, 'forecastCell') : ''
    },
  }
}
