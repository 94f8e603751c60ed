import CheckedIcon from '@mui/icons-material/CheckBox'
import BlankIcon from '@mui/icons-material/CheckBoxOutlineBlank'
import { type MouseEvent, memo } from 'react'
import {
  useDataTableCallbacksContext,
  useDataTableSelectedIdsContext,
  useRecordContext,
  useTranslate,
} from 'react-admin'

/**
 * Replaces react-admin's checkbox of a row, which is MUI's: five nested components with two styled elements in each row.
 * It looks the same (`src/admin/fields/value-styles.ts`).
 */
export const SelectRowCheckbox = memo(() => {
  const { handleToggleItem, isRowSelectable } = useDataTableCallbacksContext()
  const selectedIds = useDataTableSelectedIdsContext()
  const translate = useTranslate()
  const record = useRecordContext()
  if (!record) return null
  const selectable = !isRowSelectable || isRowSelectable(record)
  const selected = selectable && selectedIds?.includes(record.id) === true
  const Icon = selected ? CheckedIcon : BlankIcon
  const toggle = (event: MouseEvent) => {
    handleToggleItem?.(record.id, event)
    // A click here is not a click on the row.
    event.stopPropagation()
  }
  return (
    <span className={selected ? 'row-checkbox selected' : 'row-checkbox'}>
      <input
        type="checkbox"
        className="select-item"
        aria-label={translate('ra.action.select_row', { _: 'Select this row' })}
        checked={selected}
        disabled={!selectable}
        readOnly
        onClick={toggle}
      />
      <Icon />
    </span>
  )
})
