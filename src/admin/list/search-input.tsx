import Skeleton from '@mui/material/Skeleton'
import { NullableBooleanInput, SelectInput, TextInput, useListFilterContext } from 'react-admin'
import type { Resource } from '~/model/define'
import { useChoiceFilter } from '~/src/admin/chosen-company'
import { choiceKey, labelKey } from '~/src/admin/labels'
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

type Props = { readonly resource: Resource; readonly path: string }

/** Everything but text: heavier than the rows, which do not wait for it. */
const Choosing = ({ resource, path, label }: Props & { readonly label: string }) => {
  const { filterValues } = useListFilterContext()
  const field = resource.fields[path]
  const filter = useChoiceFilter(field?.target, field?.filterTarget)
  // The form knows only the inputs that were there when it was filled.
  const common = { source: path, label, defaultValue: filterValues[path], ...plain }
  if (field?.kind === 'choice')
    return (
      <SelectInput
        {...common}
        choices={(field.options ?? []).map(id => ({ id, name: choiceKey(resource.name, path, id) }))}
      />
    )
  if (field?.kind === 'date') return <DayRangeInput source={path} label={label} />
  if (field?.kind === 'boolean') return <NullableBooleanInput {...common} />
  return field?.target ? <LinkInput {...common} target={field.target} filter={filter} /> : null
}

const choosing = ['choice', 'date', 'boolean', 'link']

/** One input of the search form: a record, a choice, a range of days, a boolean, or text. */
export const SearchInput = ({ resource, path }: Props) => {
  const { kind = '', byLabel } = resource.fields[path] ?? {}
  const label = path === 'keywords' ? 'admin.search.keywords' : labelKey(resource.name, path)
  if (choosing.includes(kind) && !byLabel)
    return (
      <AfterRows shape={<InputShape />}>
        <Choosing resource={resource} path={path} label={label} />
      </AfterRows>
    )
  return <TextInput source={path} label={label} resettable type="search" autoComplete="off" {...plain} />
}
