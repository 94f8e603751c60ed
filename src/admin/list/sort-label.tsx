import TableSortLabel from '@mui/material/TableSortLabel'
import { useDataTableCallbacksContext, useDataTableSortContext, useTranslate } from 'react-admin'

type Props = { readonly source: string; readonly label: string }

/** Sorts the rows by a column: react-admin's, without the tooltip that draws once more as soon as it is mounted. */
export const SortLabel = ({ source, label }: Props) => {
  const translate = useTranslate()
  const sort = useDataTableSortContext()
  const { handleSort } = useDataTableCallbacksContext()
  const active = sort?.field === source
  const field = translate(label)
  const name = translate('ra.sort.sort_by', {
    field,
    field_lower_first: field.charAt(0).toLowerCase() + field.slice(1),
    order: translate(`ra.sort.${active && sort?.order === 'ASC' ? 'DESC' : 'ASC'}`),
  })
  return (
    <TableSortLabel
      active={active}
      direction={sort?.order === 'DESC' ? 'desc' : 'asc'}
      aria-label={name}
      title={name}
      data-field={source}
      data-order="ASC"
      {...(handleSort && { onClick: handleSort })}
    >
      {field}
    </TableSortLabel>
  )
}
