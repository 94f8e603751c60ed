import { Suspense } from 'react'
import { useRecordContext } from 'react-admin'
import { isEmpty } from '~/model/access'
import type { Resource } from '~/model/define'
import { valueAt } from '~/model/value-at'
import { useFieldSlot } from '~/src/admin/admin-config'
import { Missing } from './missing'
import { viewOf } from './view-of'

type Props = { readonly resource: Resource; readonly path: string }

/** The read-only view of a field of the record in context: the resource's own, or the one of its kind. */
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
