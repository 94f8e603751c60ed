import Typography from '@mui/material/Typography'
import { useGetMany, useTranslate } from 'react-admin'
import { labelOf } from '~/model/access'
import type { Resource } from '~/model/define'

/** Records that are named; the rest is counted. */
const NAMED = 10

type Props = {
  readonly resource: Resource
  /** The ids of the records, as the list names them. */
  readonly ids: readonly string[]
}

/** The first of some records by name, also where the list does not show them; people with their e-mail. */
export const ChosenNames = ({ resource, ids }: Props) => {
  const translate = useTranslate()
  const first = ids.slice(0, NAMED)
  const { data = [] } = useGetMany(
    resource.name,
    { ids: [...first] },
    { enabled: first.length > 0, onError: () => undefined },
  )
  const named = data.flatMap(record => {
    const label = record ? labelOf(resource, record) : ''
    const isTold = typeof record?.email === 'string' && record.email !== label
    return label === ''
      ? []
      : [{ id: String(record?.id), text: isTold ? `${label} (${record.email})` : label }]
  })
  if (named.length === 0) return null
  const more = ids.length - named.length
  return (
    <Typography component="ul" variant="body2" sx={{ m: 0, pl: 3, overflowWrap: 'anywhere' }}>
      {named.map(({ id, text }) => (
        <li key={id}>{text}</li>
      ))}
      {more > 0 && <li>{translate('admin.uses.more', { smart_count: more })}</li>}
    </Typography>
  )
}
