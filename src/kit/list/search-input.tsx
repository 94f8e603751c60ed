import Skeleton from '@mui/material/Skeleton'
import { lazy, Suspense } from 'react'
import { NullableBooleanInput, SelectInput, TextInput } from 'react-admin'
import type { Resource } from '~/model/define'
import { choiceKey, labelKey } from '~/src/kit/labels'

// The autocomplete is heavy, and the rows need not wait for it.
const LinkInput = lazy(() => import('~/src/kit/form/link-input').then(file => ({ default: file.LinkInput })))

type Props = { readonly resource: Resource; readonly path: string }

const plain = { helperText: false, size: 'small', fullWidth: true, margin: 'none' } as const

/** One input of the search form: the choice of a record or of a value, else some text. */
export const SearchInput = ({ resource, path }: Props) => {
  const field = resource.fields[path]
  const label = path === 'keywords' ? 'kit.search.keywords' : labelKey(resource.name, path)
  if (field?.kind === 'link' && field.target && !field.byLabel)
    return (
      <Suspense fallback={<Skeleton variant="rounded" height={40} />}>
        <LinkInput source={path} target={field.target} filter={field.among} label={label} {...plain} />
      </Suspense>
    )
  if (field?.kind === 'choice') {
    const choices = (field.options ?? []).map(id => ({ id, name: choiceKey(resource.name, path, id) }))
    return <SelectInput source={path} label={label} choices={choices} {...plain} />
  }
  if (field?.kind === 'boolean') return <NullableBooleanInput source={path} label={label} {...plain} />
  return <TextInput source={path} label={label} resettable type="search" autoComplete="off" {...plain} />
}
