import { useMemo } from 'react'
import type { Resource } from '~/model/define'
import { FieldView } from '~/src/admin/fields/field-view'
import { labelKey } from '~/src/admin/labels'
import { ListColumn } from './list-column'
import { RowButtons } from './row-buttons'

const isNumber = (resource: Resource, path: string) =>
  ['integer', 'number'].includes(resource.fields[path]?.kind ?? '') && !resource.slots?.fields?.[path]

/** True if the rows have any buttons. */
const hasButtons = ({ paths, grants, slots, actions }: Resource) =>
  Boolean(paths.show ?? paths.edit ?? grants.delete ?? slots?.actions ?? actions)

const columnOf = (resource: Resource) => (path: string) => (
  <ListColumn
    key={path}
    source={path}
    label={labelKey(resource.name, path)}
    disableSort={resource.fields[path]?.sort !== true}
    align={isNumber(resource, path) ? 'right' : 'left'}
    cellClassName={resource.fields[path]?.kind === 'json' ? 'wraps' : ''}
  >
    <FieldView resource={resource} path={path} />
  </ListColumn>
)

/**
 * What the table consists of, the same elements for as long as the columns are: react-admin's rows and cells are drawn
 * again for new ones alone.
 */
export const useCells = (resource: Resource, columns: readonly string[]) => {
  const names = columns.join()
  return useMemo(
    () => [
      ...names.split(',').map(columnOf(resource)),
      hasButtons(resource) && (
        <ListColumn
          key="buttons"
          source="buttons"
          label="admin.list.actions"
          disableSort
          align="right"
          className="buttons"
        >
          <RowButtons resource={resource} />
        </ListColumn>
      ),
    ],
    [resource, names],
  )
}
