import Skeleton from '@mui/material/Skeleton'
import { type ComponentProps, Suspense, useEffect, useState } from 'react'
import { NullableBooleanInput, SelectInput, TextInput, useListContext } from 'react-admin'
import type { Resource } from '~/model/define'
import { choiceKey, labelKey } from '~/src/admin/labels'
import { lazyPart } from '~/src/ui/lazy-part'

// The autocomplete is heavy: the rows do not wait for it.
const LinkInput = lazyPart(() =>
  import('~/src/admin/form/link-input').then(file => ({ default: file.LinkInput })),
)

const DayRangeInput = lazyPart(() =>
  import('./day-range-input').then(file => ({ default: file.DayRangeInput })),
)

const plain = { helperText: false, size: 'small', fullWidth: true, margin: 'none' } as const

type ChoiceProps = Pick<ComponentProps<typeof LinkInput>, 'source' | 'target' | 'filter' | 'label'>

/** The input for a linked record, loaded after the first rows. */
const RecordChoice = (props: ChoiceProps) => {
  const { isPending, isFetching } = useListContext()
  const [ready, setReady] = useState(false)
  const first = isPending && isFetching
  useEffect(() => {
    if (first) return
    // After the rows are painted.
    const timer = setTimeout(() => setReady(true))
    return () => clearTimeout(timer)
  }, [first])
  const shape = <Skeleton variant="rounded" height={40} />
  return ready ? (
    <Suspense fallback={shape}>
      <LinkInput {...props} {...plain} />
    </Suspense>
  ) : (
    shape
  )
}

type Props = { readonly resource: Resource; readonly path: string }

/** One input of the search form: a record, a choice, a range of days, a boolean, or text. */
export const SearchInput = ({ resource, path }: Props) => {
  const field = resource.fields[path]
  const label = path === 'keywords' ? 'admin.search.keywords' : labelKey(resource.name, path)
  if (field?.kind === 'link' && field.target && !field.byLabel)
    return <RecordChoice source={path} target={field.target} filter={field.filterTarget} label={label} />
  if (field?.kind === 'choice') {
    const choices = (field.options ?? []).map(id => ({ id, name: choiceKey(resource.name, path, id) }))
    return <SelectInput source={path} label={label} choices={choices} {...plain} />
  }
  if (field?.kind === 'date')
    return (
      <Suspense fallback={<Skeleton variant="rounded" height={40} />}>
        <DayRangeInput source={path} label={label} />
      </Suspense>
    )
  if (field?.kind === 'boolean') return <NullableBooleanInput source={path} label={label} {...plain} />
  return <TextInput source={path} label={label} resettable type="search" autoComplete="off" {...plain} />
}
