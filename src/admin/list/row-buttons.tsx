import EditIcon from '@mui/icons-material/EditOutlined'
import VisibilityIcon from '@mui/icons-material/VisibilityOutlined'
import { useRecordContext, useTranslate } from 'react-admin'
import { canEverDo } from '~/model/access'
import { isOutranked } from '~/model/accounts'
import type { Resource } from '~/model/define'
import { isDeleted } from '~/model/states'
import { RecordActions } from '~/src/admin/actions/record-actions'
import { pathTo, useRecordTitle } from '~/src/admin/paths'
import { mayChange, mayOpen, useActor } from '~/src/admin/rights'
import { ActionSubject, IconAction } from '~/src/ui/icon-action'

/** Show, modify and the definition's actions, for the record of the row. */
export const RowButtons = ({ resource }: { resource: Resource }) => {
  const record = useRecordContext()
  const translate = useTranslate()
  const actor = useActor()
  const titleOf = useRecordTitle(resource)
  if (!record) return null
  const why = translate(isOutranked(resource, actor, record) ? 'admin.outranked' : 'errors.forbidden')
  return (
    // A click here, or in a dialog opened from here, is not a click on the row.
    // biome-ignore lint/a11y/noStaticElementInteractions: it takes no click itself.
    // biome-ignore lint/a11y/useKeyWithClickEvents: the keyboard's clicks are those of the buttons.
    <span onClick={event => event.stopPropagation()}>
      <ActionSubject value={titleOf(record)}>
        {resource.paths.show && (
          <IconAction
            label={translate('ra.action.show')}
            icon={<VisibilityIcon fontSize="small" />}
            to={pathTo(resource.name, 'show', record.id)}
            {...(mayOpen(resource, actor, record) ? {} : { refused: why })}
          />
        )}
        {resource.paths.edit && canEverDo(resource, 'update', actor) && !isDeleted(resource, record) && (
          <IconAction
            label={translate('ra.action.edit')}
            icon={<EditIcon fontSize="small" />}
            to={pathTo(resource.name, 'edit', record.id)}
            {...(mayChange(resource, actor, record) ? {} : { refused: why })}
          />
        )}
        <RecordActions resource={resource} Button={IconAction} />
      </ActionSubject>
    </span>
  )
}
