import Box from '@mui/material/Box'
import { useGetList, useListContext, useLocaleState } from 'react-admin'
import type { Resource } from '~/model/define'
import { type Filters, isCheaplyCounted, tabOf } from '~/model/lists/list-address'
import { useActor } from '~/src/admin/rights'
import { count } from '~/src/ui/format'

type Props = {
  readonly resource: Resource
  readonly tab: string
  readonly current: string
  /** Conditions of the screen in addition to the tab's: the parent record. */
  readonly held: Filters
}

/** The number of records of a closed tab under the current search; undefined if that would require a count query. */
const useOtherCount = ({ resource, tab, current, held }: Props) => {
  const { filterValues, isPending } = useListContext()
  const actor = useActor()
  const { filter: own, sort } = tabOf(resource, tab)
  const filter = { ...filterValues, ...held, ...own }
  const isCheap = isCheaplyCounted(resource, actor, filter)
  const { total } = useGetList(
    resource.name,
    { pagination: { page: 1, perPage: 1 }, sort, filter },
    { enabled: tab !== current && !isPending && isCheap, onError: () => undefined },
  )
  return isCheap ? total : undefined
}

/** The number of records of a tab, next to its name. */
export const TabCount = (props: Props) => {
  const [locale] = useLocaleState()
  const { total: here, isPlaceholderData, error } = useListContext()
  const other = useOtherCount(props)
  const total = props.tab === props.current ? (isPlaceholderData || error ? undefined : here) : other
  if (total === undefined) return null
  return (
    <Box component="span" sx={{ ml: 0.75, color: 'text.secondary', fontWeight: 400, whiteSpace: 'pre' }}>
      {` ${count(total, locale)}`}
    </Box>
  )
}
