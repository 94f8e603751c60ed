import InboxIcon from '@mui/icons-material/InboxOutlined'
import WithheldIcon from '@mui/icons-material/LockOutlined'
import Button from '@mui/material/Button'
import { useListContext, useTranslate } from 'react-admin'
import type { Resource } from '~/model/define'
import { valueAt } from '~/model/objects'
import { refIn, uidOf } from '~/model/refs'
import { CreateLink } from '~/src/admin/create-link'
import { isWithheld, useActor } from '~/src/admin/rights'
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
}

/** No records: none found, none yet, or none that the company shares. */
export const ListEmpty = ({ resource, company }: Props) => {
  const translate = useTranslate()
  const actor = useActor()
  const { filterValues, filter } = useListContext()
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
    <EmptyState icon={InboxIcon} title={translate('errors.noData')}>
      {Object.keys(filterValues).length > 0 ? (
        <ClearFilters />
      ) : (
        <CreateLink resource={resource} hideRefused />
      )}
    </EmptyState>
  )
}
