import Chip from '@mui/material/Chip'
import Stack from '@mui/material/Stack'
import { Link as RouterLink, useTranslate } from 'react-admin'
import { isLink, type Link } from '~/model/fields'
import { useCompact } from './compact'
import { useLinkPath } from './link-view'
import type { ValueProps } from './view-of'

/** Maximum number of names in a table cell. */
const FEW = 2

const LinkChip = ({ field, link }: Pick<ValueProps, 'field'> & { link: Link }) => {
  const path = useLinkPath(field, link)
  const shared = { size: 'small', label: link.label || link.ref } as const
  return path ? <Chip {...shared} component={RouterLink} to={path} clickable /> : <Chip {...shared} />
}

/** The labels of linked records; in a table the first of them, and the number of the others. */
export const LinksView = ({ field, value }: ValueProps) => {
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
      {links.map(link => (
        <LinkChip key={link.ref} field={field} link={link} />
      ))}
    </Stack>
  )
}
