import InboxIcon from '@mui/icons-material/InboxOutlined'
import WithheldIcon from '@mui/icons-material/LockOutlined'
import SearchOffIcon from '@mui/icons-material/SearchOffOutlined'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import { Suspense } from 'react'
import { useListContext, useTranslate } from 'react-admin'
import type { Resource } from '~/model/define'
import { valueAt } from '~/model/objects'
import { refIn, uidOf } from '~/model/refs'
import { CreateLink } from '~/src/admin/actions/action-buttons'
import { isWithheld, useActor } from '~/src/admin/rights'
import { laterPart } from '~/src/ui/later-part'
import { EmptyState } from '~/src/ui/page'

const ClearFilters = () => {
  const { setFilters } = useListContext()
  return (
    <Button onClick={() => setFilters({})} variant="outlined">
      {useTranslate()('admin.search.clear')}
    </Button>
  )
}

type Props = {
  readonly resource: Resource
  /** Reference of the company whose records these would be; absent: the one in the search form. */
  readonly company?: string | undefined
  /** The tab of the list; absent for lists of related records. */
  readonly tab?: string | undefined
}

/** Whether the list shows one of several states, and not the one that it opens with. */
const isOtherTab = ({ list: { tabs = {} } }: Resource, tab: string | undefined) =>
  tab !== undefined && tab in tabs && tab !== Object.keys(tabs)[0]

// Its texts may arrive after the list.
const EmptyReason = laterPart(() => import('./empty-reason').then(file => file.EmptyReason))

/** No records: none found, none in this state, none yet, or none that the company shares. */
export const ListEmpty = (props: Props) => {
  const { resource, company, tab } = props
  const translate = useTranslate()
  const actor = useActor()
  const { filterValues, filter } = useListContext()
  const isFiltered = Object.keys(filterValues).length > 0
  const searched = valueAt({ ...filterValues, ...filter }, resource.company ?? '')
  const chosen = company ?? (typeof searched === 'string' ? searched : refIn(searched))
  if (chosen && isWithheld(resource, actor, uidOf(chosen)))
    return (
      <EmptyState
        icon={WithheldIcon}
        title={translate('errors.withheld')}
        text={translate('errors.withheldHelp')}
      />
    )
  return (
    <EmptyState icon={isFiltered ? SearchOffIcon : InboxIcon} title={translate('errors.noData')}>
      <Box sx={{ minHeight: '1.5rem' }}>
        <Suspense>
          <EmptyReason isFiltered={isFiltered} isOtherTab={isOtherTab(resource, tab)} {...props} />
        </Suspense>
      </Box>
      {isFiltered ? (
        <ClearFilters />
      ) : (
        !isOtherTab(resource, tab) && <CreateLink resource={resource} hideRefused />
      )}
    </EmptyState>
  )
}
