import Skeleton from '@mui/material/Skeleton'
import {
  NullableBooleanInput,
  SelectInput,
  TextInput,
  useListFilterContext,
  usePermissions,
} from 'react-admin'
import type { Resource } from '~/model/define'
import { refOf } from '~/model/refs'
import { MAX_SEARCH } from '~/model/text'
import { useChoiceFilter } from '~/src/admin/chosen-company'
import { choiceKey, labelKey } from '~/src/admin/labels'
import type { Me } from '~/src/api/backend'
import { lazyPart } from '~/src/ui/lazy-part'
import { AfterRows } from './after-rows'

// The autocomplete is heavy: the rows do not wait for it.
const LinkInput = lazyPart(() =>
  import('~/src/admin/form/link-input').then(file => ({ default: file.LinkInput })),
)

const DayRangeInput = lazyPart(() =>
  import('./day-range-input').then(file => ({ default: file.DayRangeInput })),
)

const plain = { helperText: false, size: 'small', fullWidth: true, margin: 'none' } as const

/** Stands in the place of an input. */
export const InputShape = () => <Skeleton variant="rounded" height={40} />

/** The user's own name for their reference, which links of the panel filter by. */
const useOwnName = () => {
  const { permissions: me } = usePermissions<Me | null>()
  return (value: unknown) =>
    me && value === refOf('users', me.uid) ? `${me.firstname} ${me.lastname}`.trim() : String(value ?? '')
}

type Props = { readonly resource: Resource; readonly path: string }

/** One input of the search form: a record, a choice, a range of days, a boolean, or text. */
export const SearchInput = ({ resource, path }: Props) => {
  const { filterValues } = useListFilterContext()
  const format = useOwnName()
  const field = resource.fields[path]
  const filter = useChoiceFilter(field?.target, field?.filterTarget)
  const label = path === 'keywords' ? 'admin.search.keywords' : labelKey(resource.name, path)
  if (field?.kind === 'link' && field.target && !field.byLabel)
    return (
      <AfterRows shape={<InputShape />}>
        <LinkInput
          source={path}
          target={field.target}
          filter={filter}
          label={label}
          // The form knows only the inputs that were there when it was filled.
          defaultValue={filterValues[path]}
          {...plain}
        />
      </AfterRows>
    )
  if (field?.kind === 'choice') {
    const choices = (field.options ?? []).map(id => ({ id, name: choiceKey(resource.name, path, id) }))
    return <SelectInput source={path} label={label} choices={choices} {...plain} />
  }
  if (field?.kind === 'date')
    return (
      <AfterRows shape={<InputShape />}>
        <DayRangeInput source={path} label={label} />
      </AfterRows>
    )
  if (field?.kind === 'boolean') return <NullableBooleanInput source={path} label={label} {...plain} />
  return (
    <TextInput
      {...{ source: path, label, ...(field?.byLabel && { format }) }}
      resettable
      type="search"
      autoComplete="off"
      slotProps={{ htmlInput: { maxLength: MAX_SEARCH } }}
      {...plain}
    />
  )
}
