import InboxIcon from '@mui/icons-material/InboxOutlined'
import WithheldIcon from '@mui/icons-material/LockOutlined'
import SearchOffIcon from '@mui/icons-material/SearchOffOutlined'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Typography from '@mui/material/Typography'
import { Suspense } from 'react'
import { useListContext, useTranslate } from 'react-admin'
import type { Resource } from '~/model/define'
import { valueAt } from '~/model/objects'
import { refIn, uidOf } from '~/model/refs'
import { useChosenCompany } from '~/src/admin/chosen-company'
import { CreateLink } from '~/src/admin/create-link'
import { isWithheld, useActor } from '~/src/admin/rights'
import { laterPart } from '~/src/ui/later-part'
import { EmptyState } from '~/src/ui/page-states'

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

const hasFilters = (filters: object) => Object.keys(filters).length > 0

/** Whether the list shows one of several states, and not the one that it opens with. */
const isOtherTab = ({ list: { tabs = {} } }: Resource, tab: string | undefined) =>
  tab !== undefined && tab in tabs && tab !== Object.keys(tabs)[0]

/** What the records of the list are, why there are none, and how there will be some. */
const Reason = ({ resource, tab }: Props) => {
  const translate = useTranslate()
  const chosen = useChosenCompany()
  const { filterValues } = useListContext()
  const why = hasFilters(filterValues)
    ? translate('admin.empty.filtered')
    : isOtherTab(resource, tab)
      ? translate('admin.empty.tab')
      : // A new resource may have no text of its own.
        translate(`resources.${resource.name}.empty`, { _: '' })
  const where =
    chosen && resource.company && tab !== undefined
      ? translate('admin.empty.company', { name: chosen.label })
      : ''
  return (
    <Typography sx={{ color: 'text.secondary', maxWidth: 560 }}>
      {[why, where].filter(Boolean).join(' ')}
    </Typography>
  )
}

// Its texts may arrive after the list.
const LaterReason = laterPart(async () => Reason)

/** No records: none found, none in this state, none yet, or none that the company shares. */
export const ListEmpty = (props: Props) => {
  const { resource, company, tab } = props
  const translate = useTranslate()
  const actor = useActor()
  const { filterValues, filter } = useListContext()
  const isFiltered = hasFilters(filterValues)
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
          <LaterReason {...props} />
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
