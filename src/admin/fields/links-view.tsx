import Chip from '@mui/material/Chip'
import Stack from '@mui/material/Stack'
import { useTranslate } from 'react-admin'
import { isLink } from '~/model/fields'
import { useCompact } from './compact'
import type { ValueProps } from './view-of'

/** Maximum number of names in a table cell. */
const FEW = 2

/** The labels of linked records; in a table the first of them, and the number of the others. */
export const LinksView = ({ value }: ValueProps) => {
  const translate = useTranslate()
  const compact = useCompact()
  const links = Array.isArray(value) ? value.filter(isLink) : []
  if (compact) {
    const names = links.slice(0, FEW).map(({ label }) => label)
    const more = links.length - names.length
    return (
      <span title={links.map(({ label }) => label).join(', ')}>
        {names.join(', ')}
        {more > 0 && ` ${translate('admin.more', { count: more })}`}
      </span>
    )
  }
  return (
    <Stack direction="row" useFlexGap sx={{ gap: 0.5, flexWrap: 'wrap' }}>
      {links.map(({ ref, label }) => (
        <Chip key={ref} size="small" label={label || ref} />
      ))}
    </Stack>
  )
}
