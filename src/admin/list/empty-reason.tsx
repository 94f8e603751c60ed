import Typography from '@mui/material/Typography'
import { useTranslate } from 'react-admin'
import type { Resource } from '~/model/define'
import { useChosenCompany } from '~/src/admin/rights'

type Props = {
  readonly resource: Resource
  /** The tab of the list; absent for lists of related records. */
  readonly tab?: string | undefined
  readonly isFiltered: boolean
  /** The list shows one of several states, and not the one that it opens with. */
  readonly isOtherTab: boolean
}

/** What the records of the list are, why there are none, and how there will be some. */
export const EmptyReason = ({ resource, tab, isFiltered, isOtherTab }: Props) => {
  const translate = useTranslate()
  const chosen = useChosenCompany()
  const why = isFiltered
    ? translate('admin.empty.filtered')
    : isOtherTab
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
