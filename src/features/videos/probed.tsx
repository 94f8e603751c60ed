import { useRecordContext } from 'react-admin'
import { valueAt } from '~/model/objects'
import type { PanelVideo } from '~/model/record-of'
import type { ViewProps } from '~/src/admin/admin-config'
import { BooleanView, Missing } from '~/src/admin/fields/field-view'

/** A fact of the file, unknown until it has been probed: the width tells that it has. */
export const Probed = (props: ViewProps) => {
  const record = useRecordContext<PanelVideo>()
  return record?.width ? <BooleanView {...props} value={valueAt(record, props.path)} /> : <Missing />
}
