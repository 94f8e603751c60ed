import { useSearchParams } from 'react-router'
import { isRange, type Range } from './charts'

const views = ['charts', 'table'] as const
export type View = (typeof views)[number]

/** The range and the view in the page's address: a link shares them, Back restores them. */
export const useUsageAddress = () => {
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

export type UsageAddress = ReturnType<typeof useUsageAddress>
