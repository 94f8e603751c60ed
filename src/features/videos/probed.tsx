import { useRecordContext } from 'react-admin'
import { valueAt } from '~/model/objects'
import type { PanelVideo } from '~/model/record-of'
import type { ViewProps } from '~/src/admin/admin-config'
import { Missing } from '~/src/admin/fields/field-view'
import { BooleanView } from '~/src/admin/fields/kinds'

/** A property of the file, unknown until the file has been probed, that is while `width` is not set. */
export const Probed = (props: ViewProps) => {
  const record = useRecordContext<PanelVideo>()
  return record?.width ? <BooleanView {...props} value={valueAt(record, props.path)} /> : <Missing />
}
