import { Suspense } from 'react'
import { useRecordContext } from 'react-admin'
import { isEmpty } from '~/model/access'
import type { Resource } from '~/model/define'
import { valueAt } from '~/model/value-at'
import { useFieldSlot } from '~/src/admin/admin-config'
import { Missing } from './missing'
import { viewOf } from './view-of'

type Props = { readonly resource: Resource; readonly path: string }

/** A field of the record in context, read only: the resource's own way of showing it, or its kind's. */
export const FieldView = ({ resource, path }: Props) => {
  const record = useRecordContext()
  const { view: Own } = useFieldSlot(resource, path)
  const field = resource.fields[path]
  if (!record || !field) return null
  if (Own)
    return (
      <Suspense fallback={null}>
        <Own resource={resource} path={path} field={field} />
      </Suspense>
    )
  const value = valueAt(record, path)
  if (isEmpty(value)) return <Missing />
  const View = viewOf(field)
  return <View resource={resource} path={path} field={field} value={value} />
}
