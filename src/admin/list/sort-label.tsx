import TableSortLabel from '@mui/material/TableSortLabel'
import { memo, type SyntheticEvent } from 'react'
import { useDataTableCallbacksContext, useDataTableSortContext, useEvent, useTranslate } from 'react-admin'

type LabelProps = {
  readonly source: string
  readonly field: string
  /** What a click does, in words. */
  readonly name: string
  readonly active: boolean
  readonly direction: 'asc' | 'desc'
  readonly onClick: (event: SyntheticEvent) => void
}

/** Not drawn again with the rows. */
const Label = memo(({ source, field, name, ...props }: LabelProps) => (
  <TableSortLabel aria-label={name} title={name} data-field={source} data-order="ASC" {...props}>
    {field}
  </TableSortLabel>
))

type Props = { readonly source: string; readonly label: string }

/** Sorts the rows by a column: react-admin's, without the tooltip that draws once more as soon as it is mounted. */
export const SortLabel = ({ source, label }: Props) => {
  const translate = useTranslate()
  const sort = useDataTableSortContext()
  const { handleSort } = useDataTableCallbacksContext()
  const onClick = useEvent((event: SyntheticEvent) => handleSort?.(event))
  const active = sort?.field === source
  const field = translate(label)
  const name = translate('ra.sort.sort_by', {
    field,
    field_lower_first: field.charAt(0).toLowerCase() + field.slice(1),
    order: translate(`ra.sort.${active && sort?.order === 'ASC' ? 'DESC' : 'ASC'}`),
  })
  return (
    <Label
      source={source}
      field={field}
      name={name}
      active={active}
      direction={sort?.order === 'DESC' ? 'desc' : 'asc'}
      onClick={onClick}
    />
  )
}
