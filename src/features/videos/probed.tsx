import { useRecordContext } from 'react-admin'
import type { PanelVideo } from '~/model/record-types'
import { valueAt } from '~/model/value-at'
import type { ViewProps } from '~/src/admin/admin-config'
import { BooleanView } from '~/src/admin/fields/boolean-view'
import { Missing } from '~/src/admin/fields/missing'

/** A fact of the file, unknown until it has been probed: the width tells that it has. */
export const Probed = (props: ViewProps) => {
  const record = useRecordContext<PanelVideo>()
  return record?.width ? <BooleanView {...props} value={valueAt(record, props.path)} /> : <Missing />
}
